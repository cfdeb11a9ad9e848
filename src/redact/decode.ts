/** How many layers of encoding are removed to find secrets. */
export const MAX_LAYERS = 3;
const ENCODED = /%[0-9a-f]{2}|\+|\\u00[0-9a-f]{2}/i;
const [SPACE, PERCENT, PLUS, BACKSLASH] = [32, 37, 43, 92];
/** Below this length, concatenating strings is faster than copying bytes. */
const MAX_SHORT = 200;
const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Removes one layer of percent-encoding or JSON escapes (`\u003d`). Returns the same string if there is none. */
export function decodeLayer(text: string): string {
  if (!ENCODED.test(text)) return text;
  if (text.length > MAX_SHORT) return decodeBytes(text);
  let out = '';
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== PERCENT && code !== PLUS && code !== BACKSLASH) continue;
    const length = escapeLength(text, at);
    if (length === 0) continue;
    const byte = length === 1 ? SPACE : hexAt(text, at + length - 2);
    const character = ASCII[byte];
    if (character === undefined) return decodeBytes(text);
    out += text.slice(copied, at) + character;
    copied = at + length;
    at = copied - 1;
  }
  return out + text.slice(copied);
}

/** Whether an escape such as `\u003d` starts here; some JSON serializers write `=` like this. */
export function jsonEscapeAt(text: string, at: number): boolean {
  return text.startsWith('\\u00', at) && hexAt(text, at + 4) >= 0;
}

/** Decodes byte by byte: malformed input never throws, unlike decodeURIComponent. */
function decodeBytes(text: string): string {
  // As UTF-8 bytes in a latin1 string, one character is one byte.
  const plain = Buffer.from(text).toString('latin1');
  const bytes = Buffer.allocUnsafe(plain.length);
  return bytes.toString('utf8', 0, writeDecoded(plain, bytes));
}

/** Returns the number of bytes. */
function writeDecoded(plain: string, bytes: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < plain.length; length++) {
    const code = plain.charCodeAt(at);
    const escaped = code === PLUS || code === PERCENT || code === BACKSLASH ? escapeLength(plain, at) : 0;
    bytes[length] = escaped > 1 ? hexAt(plain, at + escaped - 2) : escaped === 1 ? SPACE : code;
    at += Math.max(1, escaped);
  }
  return length;
}

/** The length of the escape sequence that starts here, or 0. */
function escapeLength(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === PLUS) return 1;
  if (code === PERCENT) return hexAt(text, at + 1) >= 0 ? 3 : 0;
  return code === BACKSLASH && jsonEscapeAt(text, at) ? 6 : 0;
}

/** The value of two hex digits, or -1. */
function hexAt(text: string, at: number): number {
  if (at + 1 >= text.length) return -1;
  const high = hex(text.charCodeAt(at));
  const low = hex(text.charCodeAt(at + 1));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hex(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
