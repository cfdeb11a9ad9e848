import { wholeTerm } from '../compare/similar-requests.ts';
import { FAILED, kindTerm } from '../search/criteria.ts';
import { addClause } from '../search/edit-query.ts';
import type { FailingJob } from './finding.ts';
import { valueClause } from './in-common/trait.ts';
import type { Asked } from './period.ts';

const JOBS = kindTerm('job');
/** A run that fails now and then is tried again. */
const MIN_FAILED = 2;
const MIN_SHARE = 0.1;
const SURVEY_MS = 500;

/** Jobs that fail often, or each time. */
export async function failingJobs({ book, text, terms, deadline }: Asked): Promise<readonly FailingJob[]> {
  const failed = await book.survey([...terms, JOBS, FAILED], deadline.options(SURVEY_MS));
  const found: FailingJob[] = [];
  for (const { value, count } of failed.facets.operation) {
    const own = wholeTerm('operation', value);
    const clause = valueClause('operation', value);
    if (count < MIN_FAILED || !own || clause === null || deadline.isOver) continue;
    const [runs, latest] = await Promise.all([
      book.count([...terms, JOBS, own], Math.ceil(count / MIN_SHARE) + 1, deadline.options(SURVEY_MS)),
      book.search(
        { terms: [...terms, JOBS, FAILED, own], limit: 1, cursor: null },
        deadline.options(SURVEY_MS),
      ),
    ]);
    const [last] = latest.entries;
    if (!last || count < runs.matches * MIN_SHARE) continue;
    found.push({
      kind: 'failing-job',
      subject: value,
      count,
      query: [clause, 'kind:job', 'status:5xx'].reduce(addClause, text),
      evidence: { runs: runs.matches, error: last.errorGroup || last.error, last: last.time },
    });
  }
  return found;
}
