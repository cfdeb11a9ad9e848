import { SECRET } from '../names/names.ts';
import type { RedactRules } from '../rules.ts';
import { because, byName, type Found } from './found.ts';
import { AT, BACKTICK, BRACE, DASH, LESS, PARENTHESIS, QUOTE, SEPARATOR } from './signs.ts';
import { bracketedEnd } from './value-end.ts';

/** A value without a name: a sign or a text that comes with it, and a pattern that ends with the value. */
interface Unnamed {
  readonly sign?: number;
  readonly mark: string;
  readonly pattern: RegExp;
}

const BEFORE_BRACKET = /\bbindings:?\s{1,2}(?=\[)|\bauth\((?=\[)|\binvalid value (?=\{)/gi;
/** An argument of a command. */
const ARGUMENT = '("[^"\\n]*"|\'[^\'\\n]*\'|[^\\s"\'`]+)';
const LINES = '\\r?\\n';

const UNNAMED: readonly Unnamed[] = [
  // MySQL: `Duplicate entry '…' for key`
  {
    sign: QUOTE,
    mark: 'uplicate entry',
    pattern: /uplicate entry (["'`](?:[^\n]*?["'`](?= for key)|[^\n]*))/g,
  },
  // PostgreSQL: `Key (email)=(…) already exists.`, `Failing row contains (…).`, `invalid input syntax for type integer: "…"`
  {
    sign: PARENTHESIS,
    mark: ')=(',
    pattern: /\bkey \([^\n]{1,200}?\)=(\([^\n]*?\)(?= (?:already|is not|conflicts)|$)|\([^\n]*)/gi,
  },
  { sign: PARENTHESIS, mark: 'row contains', pattern: /row contains (\([^\n]*)/g },
  { sign: SEPARATOR, mark: 'syntax for', pattern: /syntax for type [\w ]{1,40}: ?([^\n]+)/g },
  { sign: QUOTE, mark: 'for enum', pattern: /for enum [\w." ]{0,60}: ?("[^\n]*")/g },
  { sign: QUOTE, mark: 'is out of range', pattern: /\bvalue ("(?:[^\n]*?"(?= is out of range)|[^\n]*))/g },
  // SQL Server: `The duplicate key value is (…).`
  { sign: PARENTHESIS, mark: 'key value is', pattern: /key value is (\([^\n]*)/g },
  // MongoDB: `dup key: { email: "…" }`
  { sign: BRACE, mark: 'dup key', pattern: /dup key: (\{[^\n]*)/g },
  // Mongoose: `password` (`…`), `…` is not a valid enum value, Path `pin` is invalid (…).
  { sign: BACKTICK, mark: '` (`', pattern: /` \((`[^`\n]*`)/g },
  { sign: BACKTICK, mark: '` is not a valid', pattern: /(`[^`\n]{1,400}`)(?= is not a valid)/g },
  { sign: BACKTICK, mark: '` is invalid (', pattern: /` is invalid \(([^\n)]+)/g },
  // V8: `Unexpected token 'x', "…" is not valid JSON`
  {
    sign: QUOTE,
    mark: 'is not valid JSON',
    pattern:
      /Unexpected token [^\n]{1,12}, (?!["'`&](?:quot;)?(?:<|&lt;|\[object))((?:\.{3})?["'`](?:[^\n]*?(?= is not valid JSON)|[^\n]*))/g,
  },
  // Redis: `AUTH …`, `"AUTH" "…"`, `HELLO 3 AUTH user …`, `ACL SETUSER user on >…`, and as it is sent
  { mark: 'AUTH', pattern: /(?:^|[\s>"'`])AUTH2? (?![a-z]+ [a-z]+\b)((?:[\w.-]+ )?[^\s"'`]+)/g },
  { mark: ' auth ', pattern: /\bhello \d auth ([^\n]+)/gi },
  { mark: ' AUTH ', pattern: /\bhello \d auth ([^\n]+)/gi },
  { sign: QUOTE, mark: '"AUTH"', pattern: /"AUTH" ("[^\n]*)/g },
  { sign: QUOTE, mark: '"auth"', pattern: /"auth" ("[^\n]*)/g },
  { mark: 'requirepass', pattern: new RegExp(`requirepass ${ARGUMENT}`, 'g') },
  { mark: 'masterauth', pattern: new RegExp(`masterauth ${ARGUMENT}`, 'g') },
  { mark: 'SETUSER', pattern: /\bSETUSER \S{1,64} [^\n]{0,100}>(\S+)/g },
  { mark: '$4', pattern: new RegExp(`\\$4${LINES}AUTH${LINES}\\$\\d{1,4}${LINES}([\\s\\S]+)`, 'gi') },
  // Oracle, Go, proxies: `jdbc:oracle:thin:user/password@host`, `user:password@tcp(host)`, `user:password@http://host`
  { sign: AT, mark: 'thin:', pattern: /thin:([^\s/:@]{1,64}\/\S{1,128})(?=@)/g },
  { sign: AT, mark: '@tcp(', pattern: /(?<=[^\s"'`:]:)([^\s"'`]{1,64})(?=@tcp\()/g },
  { sign: AT, mark: '@unix(', pattern: /(?<=[^\s"'`:]:)([^\s"'`]{1,64})(?=@unix\()/g },
  { sign: AT, mark: '@http', pattern: /\b[\w.-]{1,64}:([^\s"'`:@/]{1,64})(?=@https?:\/\/)/g },
  // .netrc, and options of commands: `login user password …`, `mysql -p…`, `curl -u user:…`
  { mark: ' password ', pattern: /\blogin \S{1,64} password ([^\s"'`]+)/g },
  {
    sign: DASH,
    mark: ' -',
    pattern: new RegExp(
      `\\b(?:mysql\\w*|mariadb\\w*|sshpass|redis-cli|docker login|psql)\\b[^\\n|;]{0,200}?\\s-[pa] ?(?!-)${ARGUMENT}`,
      'g',
    ),
  },
  {
    sign: DASH,
    mark: ' -',
    pattern: /\s(?:-u|--user)[ =](?:["'][^\s:"']{1,64}:([^"'\n]+)|[^\s:"']{1,64}:([^\s"']+))/g,
  },
  {
    sign: QUOTE,
    mark: 'default: "',
    pattern: /--[\w-]{0,40}(?:password|token|secret|key)\b[^\n]{0,200}\bdefault: ("[^"\n]*")/g,
  },
  // joi: `"password" [1]: "…"`
  { sign: QUOTE, mark: ']: "', pattern: /"[\w.]{1,64}" \[\d{1,3}\]: ("[^"\n]*")/g },
  // Bytes, which may be any text.
  { sign: LESS, mark: '<Buffer ', pattern: /<Buffer ([0-9a-f][^>]*)/g },
  {
    sign: BRACE,
    mark: 'Buffer',
    pattern: /\btype["']?: ?["']Buffer["'],\s{0,20}["']?data["']?:\s{0,4}(\[[^\]]*\]?)/g,
  },
  { sign: PARENTHESIS, mark: 'Uint8Array(', pattern: /\bUint8Array\(\d{1,9}\) (\[[^\]]*\]?)/g },
  { sign: LESS, mark: 'Uint8Contents', pattern: /\[Uint8Contents\]: <([^>]+)/g },
];
/** `password.eq.…`, `password eq '…'` */
const OPERATOR =
  /([\p{L}_][\w.$-]{0,63}?)(?:\.(?:eq|neq|i?like)\.|\s(?:eq|ne|gt|lt)\s{1,2})('[^'\n]*'|"[^"\n]*"|[^\s,)&]+)/giu;
/** commander: `option '--pin <pin>' argument '…' is invalid` */
const OPTION = /--([\w-]{1,64})[^\n']{0,80}' argument ('[^\n]*)/g;
const OPERATORS = ['.eq.', '.neq.', 'like.', ' eq ', ' ne ', ' gt ', ' lt '];

/** Finds values that have no name of their own: those that databases and validators refuse, and those of commands. */
export function findUnnamed(text: string, signs: number, rules: RedactRules, found: Found[]): void {
  for (const { sign = 0, mark, pattern } of UNNAMED) {
    if ((sign !== 0 && (signs & sign) === 0) || !text.includes(mark)) continue;
    for (const { index, 0: whole, 1: first, 2: second } of text.matchAll(pattern)) {
      const to = index + whole.length;
      found.push(because(to - (first ?? second ?? '').length, to, 'value without a name'));
    }
  }
  if (text.includes('indings') || text.includes('auth(') || text.includes('nvalid value'))
    findBrackets(text, found);
  if (OPERATORS.some((operator) => text.includes(operator))) findNamed(OPERATOR, text, rules, found);
  if (text.includes("' argument '")) findNamed(OPTION, text, rules, found);
}

/** Values with their names in a pattern. */
function findNamed(pattern: RegExp, text: string, rules: RedactRules, found: Found[]): void {
  for (const { index, 0: whole, 1: name = '', 2: value = '' } of text.matchAll(pattern))
    if (rules.judge(name) === SECRET)
      found.push(byName(index + whole.length - value.length, index + whole.length, name));
}

function findBrackets(text: string, found: Found[]): void {
  BEFORE_BRACKET.lastIndex = 0;
  while (BEFORE_BRACKET.test(text)) {
    const from = BEFORE_BRACKET.lastIndex;
    BEFORE_BRACKET.lastIndex = bracketedEnd(text, from);
    found.push(because(from, BEFORE_BRACKET.lastIndex, 'value of a statement'));
  }
}
