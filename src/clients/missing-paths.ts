/** Names that word lists try on every site: copies, tests, tools, settings. Of the names that people try too, only `admin` is here. */
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

/** The word list's word that a path ends with, without its extension; `null` if there is none. */
export function guessedWord(path: string): string | null {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const start = path.lastIndexOf('/', end - 1) + 1;
  const dot = path.indexOf('.', start + 1);
  const stop = dot > 0 && dot < end ? dot : end;
  if (stop <= start || stop - start > MAX_WORD) return null;
  return WORDS.get(path.slice(start, stop).toLowerCase()) ?? null;
}

/** The kind of program that a path belongs to; -1 if none. */
export function scriptKind(path: string): number {
  return path.includes('.') ? SCRIPTS.findIndex((ending) => ending.test(path)) : -1;
}

/** Files that pages load or programs look for: after a change, many sites miss some of them. */
const ORDINARY_FILE =
  /\.(?:m?js|css|map|png|jpe?g|gif|svg|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|pdf|docx?|xlsx?|csv|txt|xml|webmanifest|wasm|pbf|mvt|tsx?|vue|rss|atom|zip|gz|tgz|pom|jar|whl)$|\/.*\/.*\.json$/i;
const WELL_KNOWN = /^\/\.well-known\/|^\/(?:apple-|feed|rss|atom|comments\/feed|manifest\.json)/i;
/** Not 401 and 5xx, with which a site that wants a login or fails answers every path. */
const MISSING = new Set([400, 403, 404, 405, 410]);

/** Whether the status can mean that the site does not have the path. */
export function isMissingStatus(status: number): boolean {
  return MISSING.has(status);
}

/** Whether a missing path may come from a scan: pages and programs do not ask for it by themselves. */
export function countsAsMissing(path: string, status: number): boolean {
  return isMissingStatus(status) && !ORDINARY_FILE.test(path) && !WELL_KNOWN.test(path);
}
