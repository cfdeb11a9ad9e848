import type { Entry } from './entry.ts';
import type { Detail, Profile } from './profile.ts';
import { formatIsoTime } from './time.ts';
import type { Token, Tokens } from './token.ts';

/** An entry for other programs: tokens instead of seqs, ISO 8601 time with microseconds, durations in microseconds. */
export type EntryJson = Omit<Entry, 'seq' | 'time' | 'parent'> & {
  readonly token: Token;
  readonly time: string;
  readonly parent: Token | null;
};

/** The names of its fields, in this order. */
export const ENTRY_FIELDS = Object.keys({
  token: 0,
  time: 0,
  status: 0,
  ip: 0,
  method: 0,
  url: 0,
  host: 0,
  route: 0,
  operation: 0,
  duration: 0,
  requestBytes: 0,
  responseBytes: 0,
  userAgent: 0,
  trace: 0,
  kind: 0,
  parent: 0,
  error: 0,
  errorGroup: 0,
  client: 0,
  user: 0,
  tags: 0,
  queries: 0,
  queryTime: 0,
  service: 0,
  instance: 0,
  environment: 0,
  release: 0,
  detail: 0,
} satisfies Record<keyof EntryJson, 0>);

export function entryJson({ seq, time, parent, ...rest }: Entry, { tokenOf }: Tokens): EntryJson {
  return {
    token: tokenOf(seq),
    time: formatIsoTime(time),
    ...rest,
    parent: parent === null ? null : tokenOf(parent),
  };
}

export type DetailJson = Omit<Detail, 'waitedFor'> & {
  readonly waitedFor?: { readonly token: Token; readonly duration: number };
};

export type ProfileJson = Omit<EntryJson, 'detail'> & {
  readonly detailKept: Entry['detail'];
  readonly detail: DetailJson | null;
};

export function profileJson({ entry, detail }: Profile, tokens: Tokens): ProfileJson {
  const { detail: detailKept, ...rest } = entryJson(entry, tokens);
  return { ...rest, detailKept, detail: detail && detailJson(detail, tokens) };
}

function detailJson({ waitedFor, ...rest }: Detail, { tokenOf }: Tokens): DetailJson {
  if (!waitedFor) return rest;
  return { ...rest, waitedFor: { token: tokenOf(waitedFor.seq), duration: waitedFor.duration } };
}
