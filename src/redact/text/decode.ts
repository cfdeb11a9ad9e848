/** One layer of encoding: percent, HTML entities, and the escapes of strings in JSON and JavaScript. */
const ENCODED = /%[0-9a-f]{2}|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});|\\[ux][0-9a-f]{2}|\\[nrtbf"'`\\/]/i;
const PERCENT = /(?:%[0-9a-f]{2})+/iy;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/iy;
const CODE = /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/iy;
/** util.inspect joins the lines of a long string. */
const JOINT = /["'`] \+\n\s*["'`]/y;
const ESCAPED = 'nrtbf"\'`/';
/** Escaped control characters. Others stand for themselves. */
const CONTROL: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' };
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  equals: '=',
  colon: ':',
  num: '#',
};
/** The length of an encoded byte: `%2F`. */
const BYTE = 3;
/** The length of an escaped backslash. */
const PAIR = 2;
const ASCII_END = 0x80;
const [PERCENT_SIGN, AMPERSAND, BACKSLASH, DOUBLE_QUOTE, SINGLE_QUOTE, BACKTICK, PLUS] = [
  37, 38, 92, 34, 39, 96, 43,
] as const;
/** How many layers are removed to find secrets. */
export const MAX_LAYERS = 3;

/** A text without a layer of encoding, and where each of its characters comes from. */
export interface Decoded {
  readonly text: string;
  /** The place of each character in the encoded text, and of the end. */
  readonly origin: Uint32Array;
}

/** Removes one layer, `null` if there is none. Malformed parts stay as they are. */
export function decodeLayer(text: string): Decoded | null {
  if (!ENCODED.test(text)) return null;
  const origin = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let copied = 0;
  const copy = (to: number) => {
    for (let at = copied; at < to; at++) origin[length++] = at;
    if (to > copied) parts.push(text.slice(copied, to));
  };
  for (let at = 0; at < text.length; at++) {
    const decoded = decodeAt(text, at);
    if (decoded === null) continue;
    copy(at);
    const isPercent = text.charCodeAt(at) === PERCENT_SIGN;
    let from = at;
    for (let index = 0; index < decoded.plain.length; index++) {
      origin[length++] = from;
      from += isPercent ? BYTE * bytesOf(decoded.plain.charCodeAt(index)) : PAIR;
    }
    parts.push(decoded.plain);
    copied = decoded.end;
    at = copied - 1;
  }
  if (copied === 0) return null;
  copy(text.length);
  origin[length] = text.length;
  return { text: parts.join(''), origin };
}

/** What is encoded here, and where it ends; `null` if nothing is. */
function decodeAt(text: string, at: number): { readonly plain: string; readonly end: number } | null {
  switch (text.charCodeAt(at)) {
    case PERCENT_SIGN:
      return matchAt(PERCENT, text, at, ([bytes]) => decodePercent(bytes));
    case AMPERSAND:
      return matchAt(ENTITY, text, at, ([, decimal, hex, name = '']) =>
        name === ''
          ? fromCode(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
          : (ENTITIES[name.toLowerCase()] ?? null),
      );
    case BACKSLASH:
      return decodeBackslash(text, at);
    case DOUBLE_QUOTE:
    case SINGLE_QUOTE:
    case BACKTICK:
      return text.charCodeAt(at + 2) === PLUS ? matchAt(JOINT, text, at, () => '') : null;
    default:
      return null;
  }
}

function decodeBackslash(text: string, at: number): { readonly plain: string; readonly end: number } | null {
  let end = at;
  while (text.charCodeAt(end) === BACKSLASH) end++;
  const pairs = (end - at) >> 1;
  if (pairs > 0) return { plain: text.slice(at, at + pairs), end: at + PAIR * pairs };
  const next = text[at + 1] ?? '';
  if (next !== '' && ESCAPED.includes(next)) return { plain: CONTROL[next] ?? next, end: at + PAIR };
  return matchAt(CODE, text, at, ([, unicode, byte]) => fromCode(Number.parseInt(unicode ?? byte ?? '', 16)));
}

function matchAt(
  pattern: RegExp,
  text: string,
  at: number,
  decode: (match: RegExpExecArray) => string | null,
): { readonly plain: string; readonly end: number } | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const plain = match && decode(match);
  return plain === null ? null : { plain, end: pattern.lastIndex };
}

/** A text without any encoding, up to three layers. */
export function decodeText(text: string): string {
  let plain = text;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const decoded = decodeLayer(plain);
    if (!decoded) break;
    plain = decoded.text;
  }
  return plain;
}

/** As UTF-8. What is malformed is read byte by byte. */
function decodePercent(escapes: string): string {
  // Most are a single character of ASCII.
  const code = escapes.length === BYTE ? Number.parseInt(escapes.slice(1), 16) : ASCII_END;
  if (code < ASCII_END) return String.fromCharCode(code);
  const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text;
}

/** The bytes of a UTF-16 code unit in UTF-8. A pair of them has four. */
function bytesOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code >= 0xd800 && code < 0xe000)) return 2;
  return 3;
}

function fromCode(code: number): string | null {
  return code > 0xffff ? null : String.fromCharCode(code);
}
