import { createHash } from 'node:crypto';

/** Text of this length that looks random and is the same in every run. */
export function randomText(seed: string | number, length: number): string {
  let text = '';
  for (let n = 0; text.length < length; n++)
    text += createHash('sha512').update(`${seed}:${n}`).digest('base64url');
  return text.slice(0, length);
}
