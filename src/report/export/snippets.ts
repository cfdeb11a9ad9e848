import type { Profile } from '../../profile/profile.ts';
import { curlCommand } from './curl-snippet.ts';
import { javascriptCode, nodeTest } from './fetch-snippets.ts';
import type { RecordedRequest } from './profile-lookup.ts';
import { replayableRequest, type SendableRequest } from './replayable-request.ts';
import type { SnippetTarget } from './sendable-body.ts';

/** A language in which a recorded request can be written. */
export interface Language {
  /** As in `?lang=curl`. */
  readonly name: string;
  readonly title: string;
  readonly target: SnippetTarget;
  readonly comment: '#' | '//';
  /** Returns `null` if this client cannot send the method. */
  readonly write: (request: SendableRequest) => string | null;
}

export const CURL: Language = {
  name: 'curl',
  title: 'curl',
  target: 'shell',
  comment: '#',
  write: curlCommand,
};

const LANGUAGES: readonly Language[] = [
  CURL,
  { name: 'javascript', title: 'fetch', target: 'code', comment: '//', write: javascriptCode },
  { name: 'node-test', title: 'node:test', target: 'code', comment: '//', write: nodeTest },
];

export const LANGUAGE_NAMES: readonly string[] = LANGUAGES.map(({ name }) => name);

export function languageOf(name: string): Language | undefined {
  const lower = name.toLowerCase();
  return LANGUAGES.find((language) => language.name === lower);
}

export type Snippet =
  | {
      readonly ok: true;
      /** Comments and code. */
      readonly text: string;
      readonly code: string;
      /** How it differs from the recorded request. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** The request of a profile as code, after comments on how it differs from the recorded one. */
export function snippetOf(
  { target, write, comment, title }: Language,
  profile: Profile,
  { headers, body }: RecordedRequest,
): Snippet {
  const request = replayableRequest(profile, headers, target, body);
  if (!request.ok) return request;
  const code = write(request);
  if (code === null) return { ok: false, reason: `${title} cannot send ${request.method}.` };
  const { notes } = request;
  const comments = notes.map((note) => `${comment} ${note}\n`).join('');
  return { ok: true, text: `${comments}${code}\n`, code, notes };
}
