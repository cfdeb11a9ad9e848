import type { Entry } from '../profile/entry.ts';
import type { Micros } from '../profile/time.ts';
import { SEQ_END, type Seq } from '../profile/token.ts';

/** A position in the listing and a direction to continue in. The entry at the position itself is excluded. */
export interface Cursor {
  readonly toward: 'older' | 'newer';
  readonly time: Micros;
  readonly seq: Seq;
}

/** Before all entries, toward newer ones. */
export const START: Cursor = { toward: 'newer', time: 0 as Micros, seq: (SEQ_END - 1) as Seq };

const TEXT = /^([on])([0-9a-z]{1,11})-([0-9a-z]{1,10})$/;

/** The cursor that continues from this entry. */
export function cursorAt(entry: Pick<Entry, 'time' | 'seq'>, toward: Cursor['toward']): Cursor {
  return { toward, time: entry.time, seq: entry.seq };
}

/** Formats a cursor for a URL: `ogx3k2v9q4-1f`. */
export function formatCursor({ toward, time, seq }: Cursor): string {
  return `${toward === 'older' ? 'o' : 'n'}${time.toString(36)}-${seq.toString(36)}`;
}

/** `null` if the text is not a cursor. */
export function parseCursor(text: string): Cursor | null {
  const [, toward, timeText = '', seqText = ''] = TEXT.exec(text) ?? [];
  if (toward === undefined) return null;
  const time = Number.parseInt(timeText, 36);
  const seq = Number.parseInt(seqText, 36);
  if (time > Number.MAX_SAFE_INTEGER || seq >= SEQ_END) return null;
  return { toward: toward === 'o' ? 'older' : 'newer', time: time as Micros, seq: seq as Seq };
}
