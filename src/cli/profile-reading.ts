import type { Entry } from '../profile/entry.ts';
import type { Profile } from '../profile/profile.ts';
import type { Token, Tokens } from '../profile/token.ts';
import { childrenOf } from '../search/criteria.ts';
import { PANEL_IDS, type PanelId, type PanelSource } from '../serve/panels/panel-facts.ts';
import type { ClientRequests } from '../serve/panels/profile-view.ts';
import { EVERYTHING, SUMMARY } from '../serve/panels/profile-view.ts';
import { clientRequestsAround } from '../serve/panels/related.ts';
import { readSources, type Sources } from '../serve/panels/source-lines.ts';
import type { Store } from '../store/store.ts';

/** A profile, and what its panels show beside it. */
export interface ProfileReading extends PanelSource {
  readonly token: Token;
  readonly tokens: Tokens;
  /** `null` if the client has no address, or the panel does not show them. */
  readonly clientRequests: ClientRequests | null;
  readonly sources: Sources;
}

/** A panel of the page, its summary, or everything: what `?panel=` of the page takes. */
export const SHOWN = [SUMMARY, ...PANEL_IDS, EVERYTHING] as const;
export type Shown = (typeof SHOWN)[number];

/** Reads only what the panel needs. */
export async function readProfile(book: Store, profile: Profile, shown: Shown): Promise<ProfileReading> {
  const { entry, detail } = profile;
  const { tokens } = book;
  const token = tokens.tokenOf(entry.seq);
  const isShown = (id: PanelId) => shown === id || shown === EVERYTHING;
  const parent = entry.parent === null ? null : await entryOf(book, tokens.tokenOf(entry.parent));
  const [subRequests, clientRequests, sources] = await Promise.all([
    book.search(childrenOf(token)),
    isShown('client') ? clientRequestsAround(book, entry, parent, new AbortController().signal) : null,
    isShown('exception') ? readSources(detail?.exception ?? null, entry.time) : new Map(),
  ]);
  return { profile, token, tokens, parent, subRequests, clientRequests, sources };
}

async function entryOf(book: Store, token: Token): Promise<Entry | null> {
  const found = await book.get(token);
  return found && 'entry' in found ? found.entry : null;
}
