import type { Profile } from '../../profile/profile.ts';
import { javascriptCode, nodeTest } from './fetch-snippets.ts';
import {
  type RecordedRequest,
  replayableRequest,
  type SendableRequest,
  type SnippetTarget,
} from './replayable-request.ts';

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
  recorded: RecordedRequest,
): Snippet {
  const request = replayableRequest(profile, recorded, target);
  if (!request.ok) return request;
  const code = write(request);
  if (code === null) return { ok: false, reason: `${title} cannot send ${request.method}.` };
  const { notes } = request;
  const comments = notes.map((note) => `${comment} ${note}\n`).join('');
  return { ok: true, text: `${comments}${code}\n`, code, notes };
}

function curlCommand({ method, url, headers, body }: SendableRequest): string {
  const args = [
    `--request ${method}`,
    `--url ${quoted(url)}`,
    // With --cookie, curl would read a cookie without an equals sign from a file of that name.
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
  ];
  // With --data, curl would read a body that starts with @ from a file.
  if (body !== undefined) args.push(`--data-raw ${quoted(body)}`);
  // Without --head, curl waits for the body of the response.
  if (method === 'HEAD') args.push('--head');
  // Scanners send paths such as /../ on purpose; curl would resolve them.
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) args.push('--path-as-is');
  return `curl ${args.join(' \\\n  ')}`;
}

/** Inside single quotes a shell interprets nothing; a single quote itself is written outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
