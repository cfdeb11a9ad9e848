/**
 * Names that word lists try on every site, whatever it is: copies, tests, tools, settings. Names that a person tries (`/login`, `/about`)
 * are not among them, apart from `admin`.
 */
const GUESSES = `admin admins administration adminpanel cpanel panel backend manage manager management console dashboard portal root superuser
  backup backups bak old archive archives copy orig test tests testing demo dev develop development staging stage beta qa sandbox uat prod
  tmp temp cache log logs debug trace dump sql db database databases mysql data private secret secrets hidden internal restricted
  upload uploads uploader files file filemanager download downloads config configs configuration conf setting settings setup install
  installer env environment credentials credential password passwords passwd keys key token tokens constants aws-exports firebase
  server status server-status info phpinfo version health metrics cgi-bin cgi scripts script bin includes include inc lib libs src source
  shell cmd webshell monitor jenkins git svn user users account accounts member members webmail mail phpmyadmin pma`;
/** People look for the documentation of an API too, so all names in a line count as one word. */
const DOCUMENTATION = [
  'swagger swagger-ui swagger-resources api-doc api-docs apidoc apidocs openapi redoc rapidoc',
  'graphql graphiql playground altair voyager explorer',
];
/** The word that each name counts as. */
const WORDS = new Map(
  [...GUESSES.split(/\s+/).map((word) => [word]), ...DOCUMENTATION.map((line) => line.split(' '))].flatMap(
    (words) => words.map((word) => [word, words[0] as string] as const),
  ),
);
const MAX_WORD = 17;

/** Pages of a program that runs on the server, by their endings: sites have one or two of these kinds. */
const SCRIPTS: readonly RegExp[] = [
  /\.(?:php[3-8]?|phtml)(?:\/|$)/i,
  /\.(?:aspx?|ashx|asmx|axd)(?:\/|$)/i,
  /\.(?:jspx?|jspa|jsf|do|action|xhtml|nsf)(?:\/|;|$)/i,
  /\.(?:cgi|pl|cc|esp|dll|exe|sh)(?:\/|$)/i,
  /\.(?:cfm|cfc)(?:\/|$)/i,
];

/** The last part of a path without its extension, if word lists have it; otherwise `null`. */
export function guessedWord(path: string): string | null {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const start = path.lastIndexOf('/', end - 1) + 1;
  const dot = path.indexOf('.', start + 1);
  const stop = dot > 0 && dot < end ? dot : end;
  if (stop <= start || stop - start > MAX_WORD || !hasOnlyLetters(path, start, stop)) return null;
  return WORDS.get(path.slice(start, stop).toLowerCase()) ?? null;
}

/** The kind of program that a path belongs to; -1 if none. */
export function scriptKind(path: string): number {
  return path.includes('.') ? SCRIPTS.findIndex((ending) => ending.test(path)) : -1;
}

/** Tested first because a lookup needs a new string, and most names have a digit. */
function hasOnlyLetters(path: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = path.charCodeAt(i) | 32;
    if ((code < 97 || code > 122) && code !== 45) return false;
  }
  return true;
}
