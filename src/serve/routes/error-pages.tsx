import { sinceItWorked } from '../../compare/since-it-worked.ts';
import { messageOf } from '../../errors.ts';
import { readErrorGroups } from '../../findings/error-groups.ts';
import { errorTerms } from '../../findings/errors.ts';
import { inCommon } from '../../findings/in-common/in-common.ts';
import { errorParts } from '../../findings/text/error-text.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import { readSources } from '../../report/profile/source-lines.ts';
import type { Term } from '../../search/criteria.ts';
import { filtersOf } from '../../search/edit-query.ts';
import { hasStar, unescapePattern } from '../../search/escape-value.ts';
import { withEnd } from '../../search/time-bounds.ts';
import { findPage } from '../../store/find-page.ts';
import { groupedTerms } from '../../store/groups.ts';
import { profileOf } from '../../store/profile-of.ts';
import type { Store } from '../../store/store.ts';
import { ErrorsSection } from '../pages/errors/errors-section.tsx';
import { type ErrorDetail, type ErrorExample, OneError } from '../pages/errors/one-error.tsx';
import type { Subject } from '../pages/grouping-page.tsx';
import type { Reference } from '../pages/profile/since.tsx';
import { addGrouping } from './grouping.tsx';
import type { Routes } from './site.ts';

/** Errors that are listed. */
const MAX_ERRORS = 50;
/** In milliseconds. */
const ERRORS_MS = 1000;
const IN_COMMON_MS = 700;
const SURVEY_MS = 500;
const EXAMPLE_MS = 300;
/** Requests of one error among which an example is looked for, and those that are listed. */
const MAX_FOUND = 20;
const LISTED = 10;

/** Errors: what is new, back, goes on or is quiet; and one of them. */
export function addErrors(routes: Routes): void {
  const { base } = routes;
  addGrouping(
    routes,
    '/errors',
    async (search, book, signal) => {
      const { terms, rows, here, context } = search;
      const options = { deadline: ERRORS_MS, signal, now: context.now, limit: MAX_ERRORS };
      const found = await readErrorGroups(book, { text: rows.text, terms }, options);
      const [group, ...others] = found.groups;
      const isOne = group && others.length === 0 && here.hasFilter('error', group.value);
      if (!isOne) return <ErrorsSection found={found} search={search} />;
      const detail = await readDetail(book, terms, signal);
      return <OneError {...{ group, found, detail, search, base }} />;
    },
    askedError,
  );
}

/** The error that a search asks for. */
function askedError(text: string): Subject | null {
  const [asked, ...others] = filtersOf(text).filter(({ name, not }) => name === 'error' && !not);
  const [value = '', ...more] = asked?.values ?? [];
  if (value === '' || others.length > 0 || more.length > 0 || hasStar(value)) return null;
  const { name, message } = errorParts(unescapePattern(value));
  return { name, text: message, isBad: true };
}

async function readDetail(book: Store, terms: readonly Term[], signal: AbortSignal): Promise<ErrorDetail> {
  const own = groupedTerms(errorTerms(withEnd(terms)), 'error');
  const page = await findPage(book, { terms: own, limit: MAX_FOUND, cursor: null }, { signal }).catch(
    () => null,
  );
  const kept = page?.entries.find(({ detail }) => detail === 'kept');
  const listed = page && {
    entries: page.entries.slice(0, LISTED),
    isComplete: page.entries.length <= LISTED,
    tokens: book.tokens,
  };
  const survey = await book.survey(own, { signal, deadline: SURVEY_MS }).catch(() => null);
  const example = kept ? await readExample(book, kept, signal).catch(() => null) : null;
  const common = await inCommon(book, terms, { deadline: IN_COMMON_MS, signal }).catch(() => null);
  return { inCommon: common, survey, example, listed };
}

async function readExample(book: Store, entry: Entry, signal: AbortSignal): Promise<ErrorExample> {
  const profile = await profileOf(book, entry);
  const sources = await readSources(profile.detail?.exception ?? null, profile.entry.time);
  return { profile, sources, reference: await referenceOf(book, profile, signal) };
}

async function referenceOf(book: Store, profile: Profile, signal: AbortSignal): Promise<Reference> {
  try {
    const since = await sinceItWorked(book, profile, { signal, deadline: EXAMPLE_MS });
    return { about: 'failure', same: null, ...since };
  } catch (error) {
    return { about: 'nothing', reason: `Earlier requests can't be read: ${messageOf(error)}` };
  }
}
