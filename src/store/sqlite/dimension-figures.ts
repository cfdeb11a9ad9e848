import { CLIENT_CLASSES } from '../../profile/entry.ts';
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

/** No segment has more ids. */
const MAX_IDS = 65_536;
const known = new WeakMap<SegmentRows, Known>();

/** The figures of the dimensions of these rows. They are read once for each segment. */
export function dimensionFigures(rows: SegmentRows, matches: Int32Array): DimensionFigures {
  const figures = known.get(rows) ?? create();
  known.set(rows, figures);
  const { isKnown, statusClasses, clients, stages } = figures;
  const ids = rows.column('dimension');
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

function create(): Known {
  const [isKnown, statusClasses, clients, stages] = [0, 0, 0, 0].map(() => new Uint8Array(MAX_IDS));
  return { isKnown, statusClasses, clients, stages } as Known;
}
