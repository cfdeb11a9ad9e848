import { existsSync, readFileSync } from 'node:fs';
import type { TokenKey } from '../../profile/token.ts';

const NAME = Buffer.from('token_key');
/** The type of a text in a record of SQLite is twice its length plus 13. */
const TYPE_OF_NAME = NAME.length * 2 + 13;

/** Finds the token key in the bytes of a catalog or its log that SQLite can't read any more. */
export function findTokenKey(files: readonly string[]): TokenKey | null {
  for (const file of files) {
    if (!existsSync(file)) continue;
    const bytes = readFileSync(file);
    for (let at = bytes.indexOf(NAME); at >= 0; at = bytes.indexOf(NAME, at + 1)) {
      const key = keyAt(bytes, at);
      if (key) return key;
    }
  }
  return null;
}

/** A record is the size of its header, the types of its columns, and their values. */
function keyAt(bytes: Buffer, at: number): TokenKey | null {
  if (bytes[at - 3] !== 3 || bytes[at - 2] !== TYPE_OF_NAME) return null;
  const start = at + NAME.length;
  const text = bytes.toString('latin1', start, start + ((bytes[at - 1] ?? 13) - 13) / 2);
  return parseTokenKey(text);
}

export function parseTokenKey(text: string): TokenKey | null {
  if (!/^\d{1,10}(,\d{1,10}){3}$/.test(text)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = text.split(',').map(Number);
  return [a, b, c, d];
}
