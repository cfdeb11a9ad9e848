import type { IncomingMessage } from 'node:http';
import type { KeptKey, KeyRight } from '../access/collector-keys.ts';
import { isSameText, type Key } from '../access/key.ts';

/** What a request may do with the book of a collector. */
export type ApiGrant = { readonly to: 'nothing' } | { readonly to: 'read' } | KeyRight;

export interface GrantRules {
  /** The key of the page, which reads. */
  readonly key: Key;
  readonly find: (key: string) => KeptKey | null;
}

const BEARER = /^Bearer +(\S+) *$/i;
const NOTHING: ApiGrant = { to: 'nothing' };

/** Only a key in the header of the request: no cookie, which a browser sends by itself. */
export function grantOf({ headers }: IncomingMessage, { key, find }: GrantRules): ApiGrant {
  const [, given = ''] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (given === '') return NOTHING;
  if (isSameText(given, key)) return { to: 'read' };
  return find(given)?.right ?? NOTHING;
}
