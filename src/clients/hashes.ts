/** A hash of 32 bits, never 0 (FNV-1a). The seed keeps clients from choosing texts with equal hashes. */
export function hashText(text: string, seed: number, end = text.length): number {
  let hash = seed;
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}

const MAX_LENGTH = 256;
const SLASH = 47;
const ZERO = 48;
/** A run of hex digits that is this long and has a decimal digit is an id. */
const ID_LENGTH = 8;

/**
 * A hash of a path that ignores case, a last slash, numbers and ids: paths that differ only in these are records of one API.
 * @param onlyRoot reads only the first folder, or the name of a file at the root
 */
export function hashPath(path: string, seed: number, onlyRoot = false): number {
  const isFolder = path.length > 1 && path.charCodeAt(path.length - 1) === SLASH;
  const length = Math.min(isFolder ? path.length - 1 : path.length, MAX_LENGTH);
  let hash = seed;
  for (let i = 0; i < length; ) {
    if (onlyRoot && i > 0 && path.charCodeAt(i) === SLASH) break;
    const end = endOfId(path, i, length);
    if (end > i) {
      hash = Math.imul(hash ^ ZERO, 0x01000193);
      i = end;
    } else {
      hash = Math.imul(hash ^ lower(path.charCodeAt(i)), 0x01000193);
      i++;
    }
  }
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0 || 1;
}

/** Where a number or id that starts at `start` ends; `start` if there is none. */
function endOfId(path: string, start: number, length: number): number {
  let digits = 0;
  let end = start;
  for (; end < length; end++) {
    const code = lower(path.charCodeAt(end));
    if (code >= ZERO && code < ZERO + 10) digits++;
    else if (code < 97 || code > 102) break;
  }
  const count = end - start;
  return count > 0 && (digits === count || (count >= ID_LENGTH && digits > 0)) ? end : start;
}

function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code;
}
