import { type Entry, PROCESS_VANISHED } from '../profile/entry.ts';
import { FAILED_ENDS } from '../report/process-events.ts';
import { addClause } from '../search/edit-query.ts';
import type { Crashed } from './finding.ts';
import type { Asked } from './period.ts';

/** Ends that are read, the newest first. */
const MAX_READ = 100;
const SEARCH_MS = 300;

/** Processes that ended by an error, or without a word, by what ended them. */
export async function crashedProcesses({ book, text, terms, deadline }: Asked): Promise<readonly Crashed[]> {
  const { entries } = await book.search(
    { terms: [...terms, ...FAILED_ENDS], limit: MAX_READ, cursor: null },
    deadline.options(SEARCH_MS),
  );
  const byCause = Map.groupBy(entries, causeOf);
  return [...byCause].flatMap(([subject, [last, ...others]]): Crashed[] =>
    last
      ? [
          {
            kind: 'crashed',
            subject,
            count: others.length + 1,
            query: ['kind:process', 'status:5xx'].reduce(addClause, text),
            evidence: { last: last.time, release: last.release, instance: last.instance },
          },
        ]
      : [],
  );
}

function causeOf({ error, errorGroup }: Entry): string {
  return error === PROCESS_VANISHED ? '' : errorGroup || error;
}
