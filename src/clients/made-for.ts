/** Words of user agents that say nothing about a product. */
const GENERAL = new Set(
  'http https client agent java python node curl wget mozilla compatible version linux windows server mobile index login admin script'.split(
    ' ',
  ),
);
const WORD = /[a-z]{4,}/g;
/** Products are named in the first folders. */
const MAX_FOLDERS = 3;

/** Whether a program names the product that it asks for, as `PAN GlobalProtect/6.2` does with `/global-protect/prelogin.esp`. */
export function isMadeFor(userAgent: string, path: string): boolean {
  const text = userAgent.toLowerCase();
  const names = `${text} ${text.replaceAll(/[_-]/g, '')}`.match(WORD);
  if (!names) return false;
  return path
    .toLowerCase()
    .split('/', MAX_FOLDERS + 1)
    .map((folder) => folder.replaceAll(/[_-]/g, ''))
    .some((folder) => folder.length > 3 && !GENERAL.has(folder) && names.includes(folder));
}
