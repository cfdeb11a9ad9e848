import { type Entry, FIELDS } from './entry.ts';
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
export const ENTRY_FIELDS: readonly string[] = Object.keys(FIELDS).map((name) =>
  name === 'seq' ? 'token' : name,
);

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
