import type { DatabaseSync } from 'node:sqlite';
import { GatebookError } from '../../../errors.ts';
import { createLru } from '../../../lru.ts';
import { isBusy, isOutOfSpace } from '../files/failure.ts';
import type { BookFolder } from '../files/folder.ts';
import { thenClose } from '../files/transaction.ts';
import { readSegments, type Segment } from './catalog.ts';
import { onPresentSegment, openSegment, segmentFile } from './present-segment.ts';

/** Consecutive seqs; both ends are inclusive. */
export type SeqRange = readonly [first: number, last: number];

/** Sorts seqs, and returns them as ranges. Throws `seq-taken` if one occurs twice. */
export function seqRanges(seqs: Float64Array): SeqRange[] {
  const ranges: [number, number][] = [];
  let range: [number, number] | undefined;
  for (const seq of seqs.sort()) {
    if (range && seq === range[1]) throw seqTaken();
    if (range && seq === range[1] + 1) range[1] = seq;
    else {
      range = [seq, seq];
      ranges.push(range);
    }
  }
  return ranges;
}

export function seqTaken(): GatebookError {
  return new GatebookError(
    'seq-taken',
    'The batch holds a seq that the book already has. Lease each seq once.',
  );
}

/** Segments whose seqs are kept in memory. A request that took very long has a seq of an old segment. */
const KEPT = 4;

/** Creates a check whether a segment other than the live one has a seq of these ranges. */
export function createTakenSeqs(catalog: DatabaseSync, folder: BookFolder) {
  const version = catalog.prepare('PRAGMA data_version');
  const changes = catalog.prepare('SELECT total_changes() AS changes');
  const known = createLru<readonly SeqRange[]>(KEPT);
  let knownVersion = '';
  let segments: readonly Segment[] = [];

  function refresh(): void {
    const current = `${version.get()?.data_version} ${changes.get()?.changes}`;
    if (current !== knownVersion) segments = readSegments(catalog);
    knownVersion = current;
  }

  /** The seqs of a segment to which nothing is written any more. */
  function rangesOf(segment: Segment): readonly SeqRange[] {
    return known.getOrMake(segmentFile(folder, segment), () =>
      thenClose(openSegment(folder, segment), readRanges),
    );
  }

  /** A damaged segment counts as one without the seq: seqs are leased once, and one file must not stop all recording. */
  function hasSome(segment: Segment, wanted: readonly SeqRange[]): boolean {
    try {
      const ranges = onPresentSegment(catalog, folder, segment, rangesOf) ?? [];
      return wanted.some(([first, last]) => ranges.some((range) => range[1] >= first && range[0] <= last));
    } catch (error) {
      if (isBusy(error) || isOutOfSpace(error, folder.path)) throw error;
      return false;
    }
  }

  return (ranges: readonly SeqRange[], live: number): boolean => {
    refresh();
    return segments.some((segment) => {
      if (segment.id === live || segment.state === 'live') return false;
      const wanted = ranges.filter(([first, last]) => last >= segment.first_seq && first <= segment.last_seq);
      return wanted.length > 0 && hasSome(segment, wanted);
    });
  };
}

function readRanges(db: DatabaseSync): SeqRange[] {
  const rows = db.prepare('SELECT first, last FROM seqs').all();
  return rows.map(({ first, last }) => [Number(first), Number(last)]);
}
