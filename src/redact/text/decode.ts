/** One layer of encoding: percent, HTML entities, and the escapes of strings in JSON and JavaScript. */
const ENCODED = /%[0-9a-f]{2}|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});|\\[ux][0-9a-f]{2}|\\[nrtbf"'`\\/]/i;
const PERCENTS = /(?:%[0-9a-f]{2})+/iy;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/iy;
const CODE = /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/iy;
/** util.inspect joins the lines of a long string. */
const JOINT = /["'`] \+\n\s*["'`]/y;
/** Escaped characters, and what they stand for. */
const ESCAPED = new Map(
  [...'nrtbf"\'`/'].map((from, index) => [from.charCodeAt(0), '\n\r\t  "\'`/'.charCodeAt(index)]),
);
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
const NARROW_END = 0x100;
const LAST_CODE = 0xffff;
const [PERCENT, AMPERSAND, BACKSLASH, PLUS] = [37, 38, 92, 43];
/** The characters that may start something encoded. */
const STARTS = new Uint8Array(ASCII_END);
for (const start of '%&\\"\'`') STARTS[start.charCodeAt(0)] = 1;
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
  return ENCODED.test(text) ? new Layer(text).decode() : null;
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

class Layer {
  readonly #text: string;
  /** The decoded text, which is never longer. */
  readonly #codes: Uint16Array;
  readonly #origin: Uint32Array;
  #length = 0;
  /** All bits of its characters. */
  #bits = 0;

  constructor(text: string) {
    this.#text = text;
    this.#codes = new Uint16Array(text.length);
    this.#origin = new Uint32Array(text.length + 1);
  }

  decode(): Decoded | null {
    const text = this.#text;
    let isEncoded = false;
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      const end = code < STARTS.length && STARTS[code] === 1 ? this.#decodeAt(code, at) : at;
      if (end === at) this.#put(code, at++);
      else {
        isEncoded = true;
        at = end;
      }
    }
    this.#origin[this.#length] = text.length;
    return isEncoded ? { text: this.#decoded(), origin: this.#origin } : null;
  }

  #put(code: number, at: number): void {
    this.#codes[this.#length] = code;
    this.#origin[this.#length++] = at;
    this.#bits |= code;
  }

  #decoded(): string {
    const codes = this.#codes.subarray(0, this.#length);
    return this.#bits < NARROW_END
      ? Buffer.from(codes).toString('latin1')
      : Buffer.from(codes.buffer, 0, codes.byteLength).toString('utf16le');
  }

  /** Decodes the character here. Returns where it ends; the same index if nothing is encoded. */
  #decodeAt(code: number, at: number): number {
    const text = this.#text;
    if (code === PERCENT) return this.#percents(at);
    if (code === BACKSLASH) return this.#backslashes(at);
    if (code === AMPERSAND) {
      const [, decimal, hex = '', name] = matchAt(ENTITY, text, at) ?? [];
      const plain = ENTITIES[name?.toLowerCase() ?? '']?.charCodeAt(0);
      return this.#one(at, plain ?? Number.parseInt(decimal ?? hex, decimal ? 10 : 16), ENTITY.lastIndex);
    }
    const isJoint = text.charCodeAt(at + 2) === PLUS && matchAt(JOINT, text, at) !== null;
    return isJoint ? JOINT.lastIndex : at;
  }

  /** A code of more than one character, or of none, is not decoded. */
  #one(at: number, code: number, end: number): number {
    if (!(code <= LAST_CODE)) return at;
    this.#put(code, at);
    return end;
  }

  /** Reads UTF-8. Malformed bytes are read one by one. */
  #percents(at: number): number {
    const first = hexAt(this.#text, at + 1) * 16 + hexAt(this.#text, at + 2);
    // Most are a single character of ASCII.
    if (!(first >= ASCII_END)) return this.#one(at, first, at + BYTE);
    const [escapes = ''] = matchAt(PERCENTS, this.#text, at) ?? [];
    const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex');
    const utf8 = bytes.toString('utf8');
    const plain = utf8.includes('\uFFFD') ? bytes.toString('latin1') : utf8;
    let from = at;
    for (let index = 0; index < plain.length; index++) {
      this.#put(plain.charCodeAt(index), from);
      from += BYTE * (plain === utf8 ? bytesOf(plain.charCodeAt(index)) : 1);
    }
    return at + escapes.length;
  }

  #backslashes(at: number): number {
    const text = this.#text;
    let end = at;
    while (text.charCodeAt(end) === BACKSLASH) end++;
    if (end - at >= PAIR) {
      const last = at + ((end - at) & ~1);
      for (let pair = at; pair < last; pair += PAIR) this.#put(BACKSLASH, pair);
      return last;
    }
    const escaped = ESCAPED.get(text.charCodeAt(end));
    if (escaped !== undefined) return this.#one(at, escaped, at + PAIR);
    const [, unicode, byte = ''] = matchAt(CODE, text, at) ?? [];
    return this.#one(at, Number.parseInt(unicode ?? byte, 16), CODE.lastIndex);
  }
}

/** The value of a hexadecimal digit, `NaN` if it is none. */
function hexAt(text: string, at: number): number {
  const code = text.charCodeAt(at) | 32;
  if (code >= 48 && code <= 57 && text.charCodeAt(at) === code) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : Number.NaN;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The bytes of a UTF-16 code unit in UTF-8. A pair of them has four. */
function bytesOf(code: number): number {
  if (code < ASCII_END) return 1;
  if (code < 0x800 || (code >= 0xd800 && code < 0xe000)) return 2;
  return 3;
}
