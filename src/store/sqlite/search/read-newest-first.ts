import type { Micros } from '../../../profile/time.ts';
import type { NumberRange } from '../../../search/criteria.ts';
import { overlapOf } from '../../../search/time-bounds.ts';
import type { Sliced } from '../../../worker/time-slice.ts';
import type { ParsedTerms } from './parse-terms.ts';
import type { ListedSegment } from './reader.ts';
import type { Part, Window } from './segment-reader.ts';

/** The part of a segment that was not read yet. */
interface Unread {
  readonly segment: ListedSegment;
  /** The time of its newest entry. */
  readonly latest: number;
  /** At most this many. */
  readonly entries: number;
}

/** The time range that the segments and the terms have in common; `null` if there is none. */
export function coveredRange(segments: readonly ListedSegment[], bounds: NumberRange): NumberRange | null {
  const from = Math.min(...segments.map(({ earliest }) => earliest));
  const to = Math.max(...segments.map(({ latest }) => latest));
  return overlapOf({ from, to }, bounds);
}

/**
 * Reads all parts of a book with matches, newest first, until the deadline. Segments overlap in time, because an entry is written when its
 * request ends. So this reads a short time range of all segments that have entries in it, then the range before it, and stops only between
 * two ranges. Segments are opened again for each range: a book of segments that all overlap would not fit into memory.
 * Returns the time from which on all was read; `null` if everything was.
 */
export function* readNewestFirst(
  segments: readonly ListedSegment[],
  parsed: ParsedTerms,
  longestScan: number,
  use: (part: Part) => void,
): Sliced<Micros | null> {
  const listed = segments
    .filter(({ earliest, latest }) => latest >= parsed.from && earliest <= parsed.to)
    .map((segment) => ({ segment, latest: Math.min(segment.latest, parsed.to), entries: segment.entries }))
    .sort((a, b) => b.latest - a.latest);
  /** The newest last: the one that was opened last stays in memory longest, and is needed for the next range. */
  let begun: readonly Unread[] = [];
  for (const [at, newest] of listed.entries()) {
    if (newest.segment.mayMatch(parsed)) begun = [...begun, newest];
    const next = listed[at + 1];
    const end = next ? next.latest + 1 : parsed.from;
    const isInside = ({ latest }: Unread) => latest >= end;
    while (begun.some(isInside)) {
      const from = startOfRange(begun.filter(isInside), end, longestScan);
      const read = yield* readRange(begun, parsed, from, use);
      if (read === 'stopped') return (Math.max(...begun.map(({ latest }) => latest)) + 1) as Micros;
      begun = read.begun;
      if (!read.hasTime && (next || begun.length > 0)) return from as Micros;
    }
    const hasTime = yield;
    if (!hasTime && next) return end as Micros;
  }
  return null;
}

/** The start of a time range with about `longestScan` entries, or `end` if that is later. */
function startOfRange(inside: readonly Unread[], end: number, longestScan: number): number {
  if (inside.reduce((sum, { entries }) => sum + entries, 0) <= longestScan) return end;
  const share = Math.max(1, Math.floor(longestScan / inside.length));
  const starts = inside.map(({ segment, entries }) =>
    entries > share ? (segment.open()?.timeOfEntry(entries - share) ?? end) : end,
  );
  // There may be fewer entries, if the search ends before the segment or some were deleted.
  return Math.min(Math.max(end, ...starts), Math.max(...inside.map(({ latest }) => latest)));
}

/** Reads all entries from this time on. If the deadline passes before a part was used, it stops; after that, it reads to the end of the range. */
function* readRange(
  begun: readonly Unread[],
  parsed: ParsedTerms,
  from: number,
  use: (part: Part) => void,
): Sliced<'stopped' | { readonly begun: readonly Unread[]; readonly hasTime: boolean }> {
  const left: Unread[] = [];
  let hasTime = true;
  let isUsed = false;
  for (const unread of begun) {
    const { segment, latest } = unread;
    if (latest < from) {
      left.push(unread);
      continue;
    }
    const reader = segment.open();
    if (!reader) continue;
    const window: Window = { toward: 'older', isWhole: true, from, to: latest, after: null };
    for (const part of reader.parts(parsed, window)) {
      if (part.entries > 0) {
        use(part);
        isUsed = true;
      }
      hasTime = (yield) && hasTime;
      if (!hasTime && !isUsed) return 'stopped';
    }
    if (segment.earliest >= from) continue;
    const entries = reader.entriesBefore(from);
    const time = entries === 0 ? Number.NEGATIVE_INFINITY : reader.timeOfEntry(entries - 1);
    if (time >= parsed.from) left.push({ segment, latest: time, entries });
  }
  return { begun: left, hasTime };
}
