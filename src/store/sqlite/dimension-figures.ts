import { CLIENT_CLASSES } from '../../profile/entry.ts';
import type { NumberArray } from './columns/numbers.ts';
import type { SegmentRows } from './segment-rows.ts';

/** What is counted of dimensions, by id. */
export interface DimensionFigures {
  /** The first digit of the status. */
  readonly statusClasses: Uint8Array;
  /** The place of the client's class in `CLIENT_CLASSES`. */
  readonly clients: Uint8Array;
  /** A 1 for error stages. */
  readonly stages: Uint8Array;
}

interface Known extends DimensionFigures {
  readonly isKnown: Uint8Array;
}

const known = new WeakMap<SegmentRows, Known>();

/** The figures of the dimensions of these rows. They are read once for each segment. */
export function dimensionFigures(rows: SegmentRows, matches: Int32Array): DimensionFigures {
  const ids = rows.column('dimension');
  const figures = withRoom(known.get(rows), largestOf(ids, matches) + 1);
  known.set(rows, figures);
  const { isKnown, statusClasses, clients, stages } = figures;
  for (let i = 0; i < matches.length; i++) {
    const id = ids[matches[i] as number] as number;
    if (isKnown[id] !== 0) continue;
    const { status = 0, client = 'unknown', kind = 'main' } = rows.dimensionsOf(id) ?? {};
    isKnown[id] = 1;
    statusClasses[id] = Math.floor(status / 100);
    clients[id] = CLIENT_CLASSES.indexOf(client);
    stages[id] = kind === 'error' ? 1 : 0;
  }
  return figures;
}

function withRoom(existing: Known | undefined, size: number): Known {
  if (existing && existing.isKnown.length >= size) return existing;
  const grown = (before: Uint8Array | undefined) => {
    const larger = new Uint8Array(size);
    if (before) larger.set(before);
    return larger;
  };
  return {
    isKnown: grown(existing?.isKnown),
    statusClasses: grown(existing?.statusClasses),
    clients: grown(existing?.clients),
    stages: grown(existing?.stages),
  };
}

/** The largest of the numbers that these rows have. */
export function largestOf(numbers: NumberArray, rows: Int32Array): number {
  let largest = 0;
  for (let i = 0; i < rows.length; i++) {
    const number = numbers[rows[i] as number] as number;
    if (number > largest) largest = number;
  }
  return largest;
}
