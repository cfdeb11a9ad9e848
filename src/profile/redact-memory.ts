const MAX_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 32;
/** V8 copies what it cuts out of a text when it is shorter than this. */
const SHORTEST_SLICE = 13;

/** Apps have few keys and headers, and they come with every request: what was answered once is known. */
export function remembered<T extends NonNullable<unknown>>(ask: (name: string) => T): (name: string) => T {
  const answers = new Map<string, T>();
  return (name) => {
    if (name.length > LONGEST_REMEMBERED) return ask(name);
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask(name);
    if (answers.size >= MAX_REMEMBERED) answers.clear();
    // A slice would keep the whole text alive that it was cut from.
    answers.set(name.length < SHORTEST_SLICE ? name : Buffer.from(name).toString(), answer);
    return answer;
  };
}
