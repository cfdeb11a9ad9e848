/** A hash of 32 bits, never 0 (FNV-1a). The seed keeps clients from choosing texts with equal hashes. */
export function hashText(text: string, seed: number, end = text.length): number {
  let hash = seed;
  for (let i = 0; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}
