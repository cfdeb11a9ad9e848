import { sampleProfile } from '../../../src/store/conformance/sample-profile.ts';
import { openMemoryStore } from '../../../src/store/memory/memory-store.ts';
import type { Store } from '../../../src/store/store.ts';

const CANARIES = {
  url: 'canary-in-the-url',
  agent: 'canary-in-the-agent',
  header: 'canary-in-a-header',
  log: 'canary-in-the-log',
  query: 'canary_in_a_query',
  error: 'CanaryError',
  user: 'canary-user',
};

export interface CanaryBook {
  readonly store: Store;
  /** The token of a profile, for paths. */
  readonly token: string;
  /** Texts of the book, which no response without the key may contain. */
  readonly canaries: readonly string[];
}

/** A book of two profiles. What is recorded later is thrown away, so that every page keeps showing them. */
export async function openCanaryBook(): Promise<CanaryBook> {
  const store = openMemoryStore();
  const { first } = await store.lease(2);
  const profiles = [first, first + 1].map((seq) => canaryProfile(seq));
  await store.write({ id: 'canaries', profiles });
  const [token = '', otherToken = ''] = profiles.map(({ entry }) => store.tokens.tokenOf(entry.seq));
  return {
    store: { ...store, write: async () => {} },
    token,
    canaries: [...Object.values(CANARIES), otherToken, 'gatebook_'],
  };
}

function canaryProfile(seq: number) {
  const { entry, detail } = sampleProfile({
    seq,
    time: Date.now() * 1000,
    url: `https://shop.example/${CANARIES.url}`,
    userAgent: CANARIES.agent,
    error: CANARIES.error,
    user: CANARIES.user,
    status: 500,
  });
  return {
    entry,
    detail: detail && {
      ...detail,
      requestHeaders: [['accept-language', CANARIES.header]] as const,
      exception: { name: CANARIES.error, message: CANARIES.error, stack: 'at x', cause: null },
      logs: [{ at: 1, source: 'console', level: 'info', text: CANARIES.log }] as const,
      spans: [
        { kind: 'sql', name: `SELECT * FROM ${CANARIES.query}`, at: 1, duration: 5, parent: null },
      ] as const,
    },
  };
}
