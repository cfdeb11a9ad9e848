import type { NumberRange } from '../../../search/criteria.ts';
import type { ParsedTerms } from './parse-terms.ts';
import type { ListedSegment } from './reader.ts';
import type { Part, Window } from './segment-reader.ts';

interface Position {
  readonly segment: ListedSegment;
  parts: Generator<Part> | null;
  /** The time of the next entry. */
  time: number;
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

/**
 * Walks through the segments of a book in the order of the listing. Segments overlap in time, because an entry is
 * written when its request ends: the walk always continues in the segment that has the next unread entry.
 */
export function walkSegments(segments: readonly ListedSegment[], parsed: ParsedTerms, window: Window) {
  const { toward } = window;
  const older = toward === 'older';
  const from = Math.max(window.from, parsed.from);
  const to = Math.min(window.to, parsed.to);
  const bounds = { ...window, from, to };
  const isNearer = (a: number, b: number) => (older ? a > b : a < b);
  const positions: Position[] = segments
    .filter(({ earliest, latest }) => from <= to && latest >= from && earliest <= to)
    .map((segment) => ({
      segment,
      parts: null,
      time: older ? Math.min(segment.latest, to) : Math.max(segment.earliest, from),
    }))
    .sort((a, b) => (older ? b.time - a.time : a.time - b.time));

  /** The position with the next entry. Positions are sorted, but for those that were read in part. */
  function nearest(): Position | undefined {
    let best: Position | undefined;
    for (const position of positions) {
      if (!best || isNearer(position.time, best.time)) best = position;
      if (position.parts === null) break;
    }
    return best;
  }

  function openParts(segment: ListedSegment): Generator<Part> | null {
    const opened = segment.mayMatch(parsed) ? segment.open() : null;
    return opened?.parts(parsed, bounds) ?? null;
  }

  function remove(position: Position): void {
    positions.splice(positions.indexOf(position), 1);
  }

  return {
    /** The time of the next entry that was not read yet: all entries before it in the walk were. `null` at the end. */
    frontier: () => nearest()?.time ?? null,
    /** The next part; `null` at the end. */
    next(): Part | null {
      for (;;) {
        const position = nearest();
        if (!position) return null;
        position.parts ??= openParts(position.segment);
        const step = position.parts?.next();
        if (!step || step.done) {
          remove(position);
          continue;
        }
        const part = step.value;
        if (part.next === null) remove(position);
        else position.time = part.next;
        return part;
      }
    },
  };
}
