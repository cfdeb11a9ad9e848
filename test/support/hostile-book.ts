import fc from 'fast-check';
import type { Profile } from '../../src/profile/profile.ts';
import type { Micros } from '../../src/profile/time.ts';
import type { Seq } from '../../src/profile/token.ts';
import { openStore } from '../../src/store/open-store.ts';
import { hostileProfile, hostileText } from './hostile-profiles.ts';

/** Hostile strings that each profile has at least. */
const PER_PROFILE = 40;

/** The text fields that `hostileProfile` leaves out. */
const activity = fc.record({
  logs: fc.array(fc.record({ level: hostileText, text: hostileText, fields: hostileText }), {
    minLength: 1,
    maxLength: 4,
  }),
  spans: fc.array(
    fc.record({ name: hostileText, error: hostileText, calledFrom: hostileText, system: hostileText }),
    { minLength: 1, maxLength: 4 },
  ),
  notes: fc.array(fc.record({ key: hostileText, value: hostileText }), { minLength: 1, maxLength: 3 }),
  body: hostileText,
});

/** Profiles with hostile text in all of their text fields: together at least this many strings. */
export function hostileProfiles(strings: number): Profile[] {
  const numRuns = Math.ceil(strings / PER_PROFILE);
  const samples = fc.sample(fc.tuple(hostileProfile, activity), { numRuns, seed: 19 });
  return samples.map(([{ entry, detail }, { logs, spans, notes, body }], i) => ({
    entry: {
      ...entry,
      seq: i as Seq,
      time: (Date.now() * 1000 - i) as Micros,
      kind: 'main',
      parent: null,
      detail: 'kept',
    },
    detail: {
      httpVersion: '1.1',
      socketIp: entry.ip,
      requestHeaders: [['x', body]],
      responseHeaders: [],
      exception: { name: body, message: body, stack: body, cause: null },
      ...detail,
      phases: { finished: 3 },
      logs: logs.map((log) => ({ at: 1, source: 'console', ...log })),
      spans: spans.map((span, n) => ({
        kind: (['http', 'sql', 'operation', 'app'] as const)[n] ?? 'otel',
        at: 1,
        duration: 2,
        parent: null,
        ...span,
      })),
      notes,
      requestBody: { type: body, bytes: body.length, text: body },
    },
  }));
}

/** Writes them to a new book. Returns their tokens. */
export async function writeProfiles(storage: string, profiles: readonly Profile[]): Promise<string[]> {
  const store = await openStore(storage);
  const { first } = await store.lease(profiles.length);
  const leased = profiles.map(({ entry, detail }, i) => ({
    entry: { ...entry, seq: (first + i) as Seq },
    detail,
  }));
  await store.write({ id: `batch-${first}`, profiles: leased });
  const tokens = leased.map(({ entry }) => store.tokens.tokenOf(entry.seq));
  await store.close();
  return tokens;
}
