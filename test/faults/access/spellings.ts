/** A page's path: `/_profiler`, and what follows it: `/metrics`, or nothing. */
export interface PagePath {
  readonly base: string;
  readonly rest: string;
}

type Spell = (path: PagePath & { readonly full: string; readonly tail: string }) => string;

const encode = (text: string, pattern: RegExp) =>
  text.replace(pattern, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

const DOTS: Readonly<Record<string, Spell>> = {
  'dot before': ({ full }) => `/.${full}`,
  'dots above the root': ({ full }) => `/..${full}`,
  'dots before': ({ full }) => `/x/..${full}`,
  'dot inside': ({ base, rest }) => `${base}/.${rest}`,
  'dots inside': ({ base, rest }) => `${base}/x/..${rest}`,
  'dot after': ({ full }) => `${full}/.`,
  'dots after': ({ full }) => `${full}/x/..`,
  'dots after an asset folder': ({ base, rest }) => `${base}/assets/..${rest}`,
  'dots after an asset': ({ base, rest }) => `${base}/assets/page.css/../..${rest}`,
  'dots out of the page': ({ base, full }) => `${base}/assets/../..${full}`,
  'dots after the login': ({ base, rest }) => `${base}/login/..${rest}`,
  'dots after a login code': ({ base, rest }) => `${base}/login/x/../..${rest}`,
  'three dots': ({ base, rest }) => `${base}/...${rest}`,
  'encoded dot': ({ base, rest }) => `${base}/%2e${rest}`,
  'encoded dots': ({ base, rest }) => `${base}/x/%2e%2e${rest}`,
  'encoded dots after an asset folder': ({ base, rest }) => `${base}/assets/%2e%2e${rest}`,
  'encoded dots out of the page': ({ base, full }) => `${base}/assets/%2E%2E/%2e%2E${full}`,
  'encoded dots after the login': ({ base, rest }) => `${base}/login/%2e%2e${rest}`,
  'first dot encoded': ({ base, rest }) => `${base}/assets/%2e.${rest}`,
  'second dot encoded': ({ base, rest }) => `${base}/assets/.%2E${rest}`,
  'dots encoded twice': ({ base, rest }) => `${base}/assets/%252e%252e${rest}`,
  'dots and slash encoded': ({ base, tail }) => `${base}/assets/%2e%2e%2f${tail}`,
  'dots and slash encoded twice': ({ base, tail }) => `${base}/assets/%252e%252e%252f${tail}`,
  'dots in overlong UTF-8': ({ base, rest }) => `${base}/assets/%c0%ae%c0%ae${rest}`,
  'dots in longer UTF-8': ({ base, rest }) => `${base}/assets/%e0%80%ae%e0%80%ae${rest}`,
  'dots in raw overlong UTF-8': ({ base, rest }) => `${base}/assets/\xc0\xae\xc0\xae${rest}`,
  'full-width dots': ({ base, rest }) => `${base}/assets/%ef%bc%8e%ef%bc%8e${rest}`,
  'dots in %u escapes': ({ base, rest }) => `${base}/assets/%u002e%u002e${rest}`,
  'dots with a parameter': ({ base, rest }) => `${base}/assets/..;x=1${rest}`,
};

const SLASHES: Readonly<Record<string, Spell>> = {
  'slash after dots encoded': ({ base, tail }) => `${base}/assets/..%2f${tail}`,
  'slash before dots encoded': ({ base, rest }) => `${base}/assets%2f..${rest}`,
  'slash encoded': ({ base, tail }) => `${base}%2f${tail}`,
  'slash in overlong UTF-8': ({ base, tail }) => `${base}%c0%af${tail}`,
  'trailing slash': ({ full }) => `${full}/`,
  'trailing slash encoded': ({ full }) => `${full}%2F`,
  'two slashes before': ({ full }) => `/${full}`,
  'two slashes inside': ({ base, rest }) => `${base}/${rest}`,
  'two slashes after': ({ full }) => `${full}//`,
  'authority before': ({ full }) => `//localhost:3000${full}`,
  backslash: ({ base, tail }) => `${base}\\${tail}`,
  'backslash first': ({ full }) => `\\${full.slice(1)}`,
  'backslash encoded': ({ base, tail }) => `${base}%5c${tail}`,
  'backslash after dots': ({ base, tail }) => `${base}/assets/..\\${tail}`,
  'backslashes around dots': ({ base, tail }) => `${base}/assets\\..\\${tail}`,
  'no slash first': ({ full }) => full.slice(1),
};

const LETTERS: Readonly<Record<string, Spell>> = {
  'upper case': ({ full }) => full.toUpperCase(),
  'upper case base': ({ base, rest }) => base.toUpperCase() + rest,
  'upper case rest': ({ base, rest }) => base + rest.toUpperCase(),
  'first letter encoded': ({ base, tail, full }) =>
    tail === '' ? encode(full, /[a-z]/) : `${base}/${encode(tail, /[A-Za-z0-9]/)}`,
  'underscore encoded': ({ full }) => full.replace('_', '%5f'),
  'letters encoded': ({ full }) => encode(full, /[A-Za-z0-9]/g),
  'last letter encoded': ({ full }) => encode(full, /[A-Za-z0-9]$/),
  'letters encoded twice': ({ full }) => encode(full, /[A-Za-z]/g).replaceAll('%', '%25'),
  'soft hyphen': ({ full }) => `${full}%c2%ad`,
  'full-width letter': ({ base, rest }) => `${base.replace('p', '%ef%bd%90')}${rest}`,
};

const ENDS: Readonly<Record<string, Spell>> = {
  'parameter inside': ({ base, rest }) => `${base};x=1${rest}`,
  'parameter after': ({ full }) => `${full};x=1`,
  'parameter segment': ({ base, rest }) => `${base}/;x${rest}`,
  'trailing dot': ({ full }) => `${full}.`,
  'trailing dot encoded': ({ full }) => `${full}%2e`,
  'trailing space encoded': ({ full }) => `${full}%20`,
  'trailing plus': ({ full }) => `${full}+`,
  'trailing NUL encoded': ({ full }) => `${full}%00`,
  'trailing NUL': ({ full }) => `${full}\0`,
  'trailing tab encoded': ({ full }) => `${full}%09`,
  'trailing tab': ({ full }) => `${full}\t`,
  'trailing line break encoded': ({ full }) => `${full}%0d%0a`,
  'cut escape': ({ full }) => `${full}%`,
  'wrong escape': ({ full }) => `${full}%zz`,
  fragment: ({ full }) => `${full}#x`,
  'fragment inside': ({ base, rest }) => `${base}#${rest}`,
  'fragment encoded': ({ full }) => `${full}%23`,
  query: ({ full }) => `${full}?x=/../`,
  'empty query': ({ full }) => `${full}?`,
  'query encoded': ({ full }) => `${full}%3fx`,
  'dots before a query': ({ base, rest }) => `${base}/assets/..${rest}?x`,
};

const FORMS: Readonly<Record<string, Spell>> = {
  'absolute form': ({ full }) => `http://localhost:3000${full}`,
  'absolute form of another host': ({ full }) => `http://shop.example${full}`,
  'absolute form with a user': ({ full }) => `http://x@localhost:3000${full}`,
  'absolute form in upper case': ({ full }) => `HTTPS://LOCALHOST${full}`,
  'absolute form of a file': ({ full }) => `file://${full}`,
  'authority form': () => 'localhost:3000',
  asterisk: () => '*',
  'asterisk before': ({ full }) => `*${full}`,
};

const SPELLINGS: Readonly<Record<string, Spell>> = {
  canonical: ({ full }) => full,
  ...DOTS,
  ...SLASHES,
  ...LETTERS,
  ...ENDS,
  ...FORMS,
};

export const SPELLING_NAMES: readonly string[] = Object.keys(SPELLINGS);

/** The target of a request line, spelled so that some router, proxy or file system would find the path. */
export function spell(name: string, { base, rest }: PagePath): string {
  const spelling = SPELLINGS[name];
  if (!spelling) throw new Error(`no spelling ${name}`);
  return spelling({ base, rest, full: base + rest, tail: rest.slice(1) });
}
