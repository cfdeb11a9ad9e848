const MAX_VALUES = 4;

/** The values of a cookie. A browser may have set it for several paths; of a hostile client, only the first few are read. */
export function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .slice(0, MAX_VALUES)
    .map((pair) => pair.slice(name.length + 1));
}
