import type { ParsedTerms } from './parse-terms.ts';
import type { ListedSegment } from './reader.ts';
import type { Part, Window } from './segment-reader.ts';

interface Position {
  readonly segment: ListedSegment;
  parts: Generator<Part> | null;
  /** The time of the next entry. */
  time: number;
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

  /** The position with the next entry. Positions are sorted, except for those that were read in part. */
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

  return {
    /** The time of the next entry: all entries that the walk has before it were read. `null` at the end. */
    frontier: () => nearest()?.time ?? null,
    next(): Part | null {
      for (let position = nearest(); position; position = nearest()) {
        position.parts ??= openParts(position.segment);
        const part: Part | undefined = position.parts?.next().value;
        if (part?.next != null) position.time = part.next;
        else positions.splice(positions.indexOf(position), 1);
        if (part) return part;
      }
      return null;
    },
  };
}
