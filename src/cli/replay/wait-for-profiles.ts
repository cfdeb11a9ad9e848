import { setTimeout as sleep } from 'node:timers/promises';
import type { Entry } from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import { kindTerm, type Term } from '../../search/criteria.ts';
import { pathOf } from '../../search/pattern.ts';
import { profileOf } from '../../store/profile-of.ts';
import type { Store } from '../../store/store.ts';

/** A request that was sent, once or several times, and what finds its profiles. */
interface SentRequest {
  readonly traces: readonly string[];
  readonly method: string;
  readonly url: string;
}

const AT_ONCE = 100;
/** Milliseconds between two searches: apps write every 200 ms. */
const FIRST_PAUSE = 50;
const MAX_PAUSE = 250;

/**
 * Waits until the profiles are in the book, at most for `wait` milliseconds, and returns them by trace. Some are missing if
 * another server was asked, or if the app does not record them.
 */
export async function waitForProfiles(
  book: Store,
  sent: SentRequest,
  wait: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Profile>> {
  const found = new Map<string, Entry>();
  const end = Date.now() + wait;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
    const open = sent.traces.filter((trace) => !found.has(trace));
    const isLast = Date.now() >= end;
    for (let at = 0; at < open.length; at += AT_ONCE) {
      const traces = open.slice(at, at + AT_ONCE);
      for (const entry of await findEntries(book, { ...sent, traces }, isLast, signal))
        found.set(entry.trace, entry);
    }
    if (found.size === sent.traces.length || isLast || signal.aborted) break;
    await sleep(Math.min(pause, Math.max(0, end - Date.now())), undefined, { signal }).catch(() => {});
  }
  return new Map(
    await Promise.all(
      [...found].map(async ([trace, entry]) => [trace, await profileOf(book, entry)] as const),
    ),
  );
}

/** An app that calls itself records several requests with one trace. The first with the same method and path is the replay. */
async function findEntries(
  book: Store,
  { traces, method, url }: SentRequest,
  isLast: boolean,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const terms: Term[] = [{ field: 'trace', not: false, any: traces }, kindTerm('main')];
  const { entries } = await book.search({ terms, limit: 1000, cursor: null }, { signal });
  const oldestFirst = entries.toReversed();
  return traces.flatMap((trace) => {
    const same = oldestFirst.filter((entry) => entry.trace === trace);
    const match = same.find(
      (entry) => entry.method === method && (pathOf(entry.url) || '/') === (pathOf(url) || '/'),
    );
    // The app may have redacted the URL by other rules.
    return match ?? (isLast ? same[0] : undefined) ?? [];
  });
}
