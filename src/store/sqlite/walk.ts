import type { NumberRange } from '../../search/criteria.ts';
import type { ParsedTerms } from './parse-terms.ts';
import type { BookReader, ListedSegment } from './reader.ts';
import type { Part, SegmentReader, Window } from './segment-reader.ts';

/** A part of a search, and the times that it covers, both inclusive. */
export interface WalkedPart<P = Part> {
  readonly part: P;
  readonly from: number;
  readonly to: number;
}

/**
 * Walks through the segments of a book in the order of the listing. Segments overlap in time, because an entry is
 * written when its request ends: the walk always continues in the segment that has the next unread entry.
 */
export interface Walk<P = Part> {
  /** The next part; `null` at the end. */
  next(): WalkedPart<P> | null;
  /** The time of the next entry that was not read yet: all entries before it in the walk were. `null` at the end. */
  frontier(): number | null;
}

interface Position<P> {
  readonly segment: ListedSegment;
  parts: Generator<P> | null;
  /** The time of the next entry. */
  time: number;
}

/** The earliest time from which on everything was read, without parts that also have earlier entries. */
export function completeFrom(parts: readonly Omit<WalkedPart, 'part'>[], frontier: number): number {
  for (let from = frontier + 1; ; ) {
    const next = Math.max(frontier, ...parts.filter((part) => part.from < from).map(({ to }) => to)) + 1;
    if (next === from) return from;
    from = next;
  }
}

/** The part of the time that the segments cover which the terms leave; `null` if nothing is left. */
export function coveredRange(
  segments: readonly ListedSegment[],
  { from, to }: Pick<ParsedTerms, 'from' | 'to'>,
): NumberRange | null {
  const earliest = Math.max(from, Math.min(...segments.map((segment) => segment.earliest)));
  const latest = Math.min(to, Math.max(...segments.map((segment) => segment.latest)));
  return segments.length === 0 || earliest > latest ? null : { from: earliest, to: latest };
}

export function walkBook(reader: BookReader, parsed: ParsedTerms, window: Window): Walk {
  return walkParts(reader, parsed, window, (segment, bounds) => segment.parts(parsed, bounds));
}

/** The same with parts that each segment returns for the bounds of the walk. */
export function walkParts<P extends Pick<Part, 'next'>>(
  reader: BookReader,
  parsed: ParsedTerms,
  window: Window,
  partsOf: (segment: SegmentReader, bounds: Window) => Generator<P>,
): Walk<P> {
  const { toward } = window;
  const older = toward === 'older';
  const from = Math.max(window.from, parsed.from);
  const to = Math.min(window.to, parsed.to);
  const bounds = { ...window, from, to };
  const isNearer = (a: number, b: number) => (older ? a > b : a < b);
  const positions: Position<P>[] = reader
    .segments()
    .filter(({ earliest, latest }) => from <= to && latest >= from && earliest <= to)
    .map((segment) => ({
      segment,
      parts: null,
      time: older ? Math.min(segment.latest, to) : Math.max(segment.earliest, from),
    }))
    .sort((a, b) => (older ? b.time - a.time : a.time - b.time));

  /** The position with the next entry. Positions are sorted, but for those that were read in part. */
  function nearest(): Position<P> | undefined {
    let best: Position<P> | undefined;
    for (const position of positions) {
      if (!best || isNearer(position.time, best.time)) best = position;
      if (position.parts === null) break;
    }
    return best;
  }

  function openParts(segment: ListedSegment): Generator<P> | null {
    const opened = segment.mayMatch(parsed) ? segment.open() : null;
    return opened && partsOf(opened, bounds);
  }

  function remove(position: Position<P>): void {
    positions.splice(positions.indexOf(position), 1);
  }

  return {
    frontier: () => nearest()?.time ?? null,
    next() {
      for (;;) {
        const position = nearest();
        if (!position) return null;
        const { segment, time } = position;
        position.parts ??= openParts(segment);
        const step = position.parts?.next();
        if (!step || step.done) {
          remove(position);
          continue;
        }
        const part = step.value;
        if (part.next === null) remove(position);
        else position.time = part.next;
        if (older) {
          const end = part.next === null ? Math.max(from, segment.earliest) : part.next + 1;
          return { part, from: end, to: time };
        }
        const end = part.next === null ? Math.min(to, segment.latest) : part.next - 1;
        return { part, from: time, to: end };
      }
    },
  };
}
