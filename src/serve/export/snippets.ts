import type { Profile } from '../../profile/profile.ts';
import type { Language } from './languages.ts';
import type { RecordedRequest } from './profile-lookup.ts';
import { replayableRequest } from './replayable-request.ts';

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
  { target, write, comment, title, maxLength = Infinity }: Language,
  profile: Profile,
  { headers, body }: RecordedRequest,
): Snippet {
  const request = replayableRequest(profile, headers, target, body);
  if (!request.ok) return request;
  const code = write(request);
  if (code === null) return { ok: false, reason: `${title} cannot send ${request.method}.` };
  if (code.length > maxLength)
    return { ok: false, reason: `The command is longer than ${maxLength} characters.` };
  const { notes } = request;
  const comments = notes.map((note) => `${comment} ${note}\n`).join('');
  return { ok: true, text: `${comments}${code}\n`, code, notes };
}
