import type { Segment } from '../catalog/catalog.ts';
import { changedSegment } from '../catalog/present-segment.ts';
import { closeSegment, type Keep } from '../closed/close-segment.ts';
import { isOutOfSpace } from '../files/failure.ts';
import type { BookWriter } from '../live/book-writer.ts';
import { cleanUp } from './retention.ts';

/** Deletes the profiles with these seqs. On a full disk it fails: unlike retention, it deletes nothing else to make room. */
export function* removeSeqs(writer: BookWriter, seqs: ReadonlySet<number>): Generator<void, void> {
  for (;;) {
    try {
      return yield* removeFromSegments(writer, seqs);
    } catch (error) {
      if (!isOutOfSpace(error, writer.folder.path) || !writer.room.mayHaveGrown()) throw error;
      yield;
    }
  }
}

function* removeFromSegments(writer: BookWriter, seqs: ReadonlySet<number>): Generator<void, void> {
  const wanted = [...seqs];
  const mayHaveSome = ({ entries, first_seq, last_seq }: Segment) =>
    entries > 0 && wanted.some((seq) => seq >= first_seq && seq <= last_seq);
  writer.room.correctCatalog();
  if (writer.segments().some((segment) => segment.state === 'live' && mayHaveSome(segment)))
    writer.rollOver();
  for (const segment of writer.finishedSegments().filter(mayHaveSome))
    yield* removeFromSegment(writer, segment, seqs);
  cleanUp(writer);
}

/** Tries again if another process has closed or rewritten the segment in the meantime: nothing may be left. */
function* removeFromSegment(
  writer: BookWriter,
  listed: Segment,
  seqs: ReadonlySet<number>,
): Generator<void, void> {
  const { catalog, folder } = writer;
  for (let segment = listed; ; ) {
    let found = 0;
    const keepOthers: Keep = (rows) => {
      rows.load(['seq'], 0, rows.count);
      const column = rows.column('seq');
      return (row) => {
        const isWanted = seqs.has(column[row] ?? 0);
        if (isWanted) found++;
        return !isWanted;
      };
    };
    const removed = yield* closeSegment(writer, segment, keepOthers);
    writer.countDeleted(removed);
    const present = changedSegment(catalog, folder, segment);
    if (removed > 0 || present === null || (found === 0 && present === 'unchanged')) return;
    if (present !== 'unchanged') segment = present;
    yield;
  }
}
