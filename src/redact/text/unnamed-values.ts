import { SECRET } from '../names/names.ts';
import { looksRandom } from '../names/shape.ts';
import type { RedactRules } from '../rules.ts';
import { because, byName, type Found } from './found.ts';
import { bracketedEnd } from './value-end.ts';

/** A text that announces a value without a name, and a pattern that ends with the value. */
type Unnamed = readonly [mark: string, pattern: RegExp];

const BEFORE_BRACKET = /\bbindings:?\s{1,2}(?=\[)|\bauth\((?=\[)|\binvalid value (?=\{)/gi;
/** An argument of a command. */
const ARGUMENT = '("[^"\\n]*"|\'[^\'\\n]*\'|[^\\s"\'`]+)';
const CLIENT = '(?:mysql\\w*|mariadb\\w*|sshpass|redis-cli|docker login|psql)';
const LINES = '\\r?\\n';

const UNNAMED: readonly Unnamed[] = [
  // MySQL: `Duplicate entry '…' for key`
  ['uplicate entry', /uplicate entry (["'`](?:[^\n]*?["'`](?= for key)|[^\n]*))/g],
  // PostgreSQL: `Key (email)=(…) already exists.`, `Failing row contains (…).`, `invalid input syntax for type integer: "…"`
  [')=(', /\bkey \([^\n]{1,200}?\)=(\([^\n]*?\)(?= (?:already|is not|conflicts)|$)|\([^\n]*)/gi],
  ['row contains', /row contains (\([^\n]*)/g],
  ['syntax for', /syntax for type [\w ]{1,40}: ?([^\n]+)/g],
  ['for enum', /for enum [\w." ]{0,60}: ?("[^\n]*")/g],
  ['is out of range', /\bvalue ("(?:[^\n]*?"(?= is out of range)|[^\n]*))/g],
  // SQL Server: `The duplicate key value is (…).`
  ['key value is', /key value is (\([^\n]*)/g],
  // MongoDB: `dup key: { email: "…" }`
  ['dup key', /dup key: (\{[^\n]*)/g],
  // Mongoose: `password` (`…`), `…` is not a valid enum value, Path `pin` is invalid (…).
  ['` (`', /` \((`[^`\n]*`)/g],
  ['` is not a valid', /(`[^`\n]{1,400}`)(?= is not a valid)/g],
  ['` is invalid (', /` is invalid \(([^\n)]+)/g],
  // V8: `Unexpected token 'x', "…" is not valid JSON`
  [
    'is not valid JSON',
    /Unexpected token [^\n]{1,12}, (?!["'`&](?:quot;)?(?:<|&lt;|\[object))((?:\.{3})?["'`](?:[^\n]*?(?= is not valid JSON)|[^\n]*))/g,
  ],
  // Redis: `AUTH …`, `"AUTH" "…"`, `HELLO 3 AUTH user …`, `ACL SETUSER user on >…`, and as it is sent
  ['AUTH', /(?:^|[\s>"'`])AUTH2? (?![a-z]+ [a-z]+\b)((?:[\w.-]+ )?[^\s"'`]+)/g],
  [' auth ', /\bhello \d auth ([^\n]+)/gi],
  [' AUTH ', /\bhello \d auth ([^\n]+)/gi],
  ['"AUTH"', /"AUTH" ("[^\n]*)/g],
  ['"auth"', /"auth" ("[^\n]*)/g],
  ['requirepass', new RegExp(`requirepass ${ARGUMENT}`, 'g')],
  ['masterauth', new RegExp(`masterauth ${ARGUMENT}`, 'g')],
  ['SETUSER', /\bSETUSER \S{1,64} [^\n]{0,100}>(\S+)/g],
  ['$4', new RegExp(`\\$4${LINES}AUTH${LINES}\\$\\d{1,4}${LINES}([\\s\\S]+)`, 'gi')],
  // Oracle, Go, proxies: `jdbc:oracle:thin:user/password@host`, `user:password@tcp(host)`, `user:password@http://host`
  ['thin:', /thin:([^\s/:@]{1,64}\/\S{1,128})(?=@)/g],
  ['@tcp(', /(?<=[^\s"'`:]:)([^\s"'`]{1,64})(?=@tcp\()/g],
  ['@unix(', /(?<=[^\s"'`:]:)([^\s"'`]{1,64})(?=@unix\()/g],
  ['@http', /\b[\w.-]{1,64}:([^\s"'`:@/]{1,64})(?=@https?:\/\/)/g],
  // .netrc, and options of commands: `login user password …`, `mysql -p…`, `curl -u user:…`
  [' password ', /\blogin \S{1,64} password ([^\s"'`]+)/g],
  [' -p', new RegExp(`\\b${CLIENT}\\b[^\\n|;]{0,200}?\\s-p ?(?!-)${ARGUMENT}`, 'g')],
  [' -a', new RegExp(`\\b${CLIENT}\\b[^\\n|;]{0,200}?\\s-a ?(?!-)${ARGUMENT}`, 'g')],
  [' -u', /\s-u[ =](?:["'][^\s:"']{1,64}:([^"'\n]+)|[^\s:"']{1,64}:([^\s"']+))/g],
  [' --user', /\s--user[ =](?:["'][^\s:"']{1,64}:([^"'\n]+)|[^\s:"']{1,64}:([^\s"']+))/g],
  ['default: "', /--[\w-]{0,40}(?:password|token|secret|key)\b[^\n]{0,200}\bdefault: ("[^"\n]*")/g],
  // Bytes, which may be any text.
  ['<Buffer ', /<Buffer ([0-9a-f][^>]*)/g],
  ['Buffer', /\btype["']?: ?["']Buffer["'],\s{0,20}["']?data["']?:\s{0,4}(\[[^\]]*\]?)/g],
  ['Uint8Array(', /\bUint8Array\(\d{1,9}\) (\[[^\]]*\]?)/g],
  ['Uint8Contents', /\[Uint8Contents\]: <([^>]+)/g],
];

/** A pattern of a name and its value, and a quick check whether a text may match it. */
const NAMED: readonly (readonly [mark: RegExp, pattern: RegExp])[] = [
  // `password.eq.…`, `password eq '…'`
  [
    /\.n?eq\.|like\.| (?:eq|ne|gt|lt) /,
    /([\p{L}_][\w.$-]{0,63}?)(?:\.(?:eq|neq|i?like)\.|\s(?:eq|ne|gt|lt)\s{1,2})('[^'\n]*'|"[^"\n]*"|[^\s,)&]+)/giu,
  ],
  // commander: `option '--pin <pin>' argument '…' is invalid`
  [/' argument '/, /--([\w-]{1,64})[^\n']{0,80}' argument ('[^\n]*)/g],
  // joi: `"password" [1]: "…"`
  [/\]: "/, /"([\w.]{1,64})" \[\d{1,3}\]: ("[^"\n]*")/g],
];
const BARE_MARK = /(?:oken|ecret|assword|[kK]ey)[ \]|]|otp /;
/** `reset token 9f8a7b6c…`, `the access token is 9f8a7b6c…`, `[token] 9f8a7b6c…`: a value with a digit. */
const BARE =
  /\b((?:token|secret|password|otp|api[ -]?key))(?: code)?(?: (?:is|was))?(?:\]? |\|)((?=[\w.~+/-]*\d)[A-Za-z0-9][\w.~+/-]{5,})/gi;
const BRACKET_MARK = /indings|auth\(|nvalid value/;
/** A text without any of these has no such value. */
const MARKS = new RegExp(
  [
    ...UNNAMED.map(([mark]) => mark.replace(/[$()[\]{}]/g, '\\$&')),
    ...[BARE_MARK, BRACKET_MARK, ...NAMED.map(([mark]) => mark)].map(({ source }) => source),
  ].join('|'),
);

/** Finds values that have no name of their own: those that databases and validators refuse, and those of commands. */
export function findUnnamed(text: string, rules: RedactRules, found: Found[]): void {
  if (!MARKS.test(text)) return;
  for (const [mark, pattern] of UNNAMED) {
    if (!text.includes(mark)) continue;
    for (const { index, 0: whole, 1: first, 2: second } of text.matchAll(pattern)) {
      const to = index + whole.length;
      found.push(because(to - (first ?? second ?? '').length, to, 'value without a name'));
    }
  }
  if (BRACKET_MARK.test(text)) findBrackets(text, found);
  const add = (name: string, value: string, to: number) => {
    if (rules.judge(name) === SECRET) found.push(byName(to - value.length, to, name));
  };
  for (const [mark, pattern] of NAMED)
    if (mark.test(text))
      for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(pattern))
        add(name, value, index + whole.length);
  if (BARE_MARK.test(text))
    for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(BARE))
      if (looksRandom(value)) add(name, value, index + whole.length);
}

function findBrackets(text: string, found: Found[]): void {
  BEFORE_BRACKET.lastIndex = 0;
  while (BEFORE_BRACKET.test(text)) {
    const from = BEFORE_BRACKET.lastIndex;
    BEFORE_BRACKET.lastIndex = bracketedEnd(text, from);
    found.push(because(from, BEFORE_BRACKET.lastIndex, 'value of a statement'));
  }
}
