import * as z from 'zod';
import { visibleLines } from '../../format/visible-text.ts';
import { type Answer, DEFAULT_BYTES, MARGIN, MAX_BYTES, MIN_BYTES } from './answer.ts';

export const maxBytes = z
  .number()
  .int()
  .min(MIN_BYTES)
  .max(MAX_BYTES)
  .default(DEFAULT_BYTES)
  .describe('The most bytes of the answer.');

/** The arguments that choose a part of a long text. */
export const PART = {
  offset: z.number().int().min(0).default(0).describe('Where to continue an answer that was cut.'),
  max_bytes: maxBytes,
};

interface Part {
  readonly offset: number;
  readonly max_bytes: number;
}

/** As much of the text as fits, from the offset on. What is left out is said, and how to get it. */
export function partOfText(
  text: string,
  { offset, max_bytes: limit }: Part,
  notes: readonly string[],
): Answer {
  // Escapes are longer than what they stand for, so they come before the cut.
  const visible = visibleLines(text);
  const from = Math.min(offset, visible.length);
  const room = limit - MARGIN - Buffer.byteLength(notes.join('\n'));
  const part = startOf(visible.slice(from), Math.max(MIN_BYTES - MARGIN, room));
  const to = from + part.length;
  if (from === 0 && to === visible.length) return { recorded: part, notes };
  const count = (number: number) => number.toLocaleString('en');
  const range = `Cut: characters ${count(from)} to ${count(to)} of ${count(visible.length)}.`;
  const rest =
    to === visible.length
      ? 'This is the end.'
      : `For the rest, call again with offset: ${to}, or with a larger max_bytes (up to ${MAX_BYTES}).`;
  return { recorded: part, notes: [`${range} ${rest}`, ...notes] };
}

/** The start of a text in at most this many bytes, without half a character; whole lines if possible. */
function startOf(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const target = new Uint8Array(bytes);
  const { read } = new TextEncoder().encodeInto(text, target);
  const line = text.lastIndexOf('\n', read - 1);
  return text.slice(0, line > read / 2 ? line + 1 : read);
}
