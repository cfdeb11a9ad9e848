import { cutText, textStart } from '../../format/cut-text.ts';
import type { Body } from '../../profile/body.ts';
import type { Entry } from '../../profile/entry.ts';
import type { Detail, Profile } from '../../profile/profile.ts';

/** Maximum lengths of the texts that stores keep as keys of tables, indexes and counts. */
export const MAX_LENGTH = {
  method: 32,
  host: 255,
  route: 512,
  error: 128,
  errorGroup: 512,
  operation: 256,
  user: 256,
  tag: 64,
} as const;
export const MAX_TAGS = 16;
/** Redaction can make a body longer than what was copied of it. */
const MAX_BODY_LENGTH = 524_288;
const TEXTS = ['method', 'host', 'route', 'error', 'errorGroup', 'operation'] as const;

/** Cuts the texts of a redacted profile that a client or an app could make arbitrarily long. */
export function boundProfile(profile: Profile): Profile {
  const entry = boundEntry(profile.entry);
  const detail = profile.detail && boundDetail(profile.detail);
  return entry === profile.entry && detail === profile.detail ? profile : { entry, detail };
}

function boundDetail(detail: Detail): Detail {
  const [requestBody, responseBody] = [boundBody(detail.requestBody), boundBody(detail.responseBody)];
  if (requestBody === detail.requestBody && responseBody === detail.responseBody) return detail;
  return { ...detail, ...(requestBody && { requestBody }), ...(responseBody && { responseBody }) };
}

function boundBody(body: Body | undefined): Body | undefined {
  const { text = '' } = body ?? {};
  if (!body || text.length <= MAX_BODY_LENGTH) return body;
  return { ...body, text: textStart(text, MAX_BODY_LENGTH), cut: true };
}

function boundEntry(entry: Entry): Entry {
  const { user, tags } = entry;
  const fits =
    TEXTS.every((name) => entry[name].length <= MAX_LENGTH[name]) &&
    user.length <= MAX_LENGTH.user &&
    tags.length <= MAX_TAGS &&
    tags.every((tag) => tag.length <= MAX_LENGTH.tag);
  if (fits) return entry;
  return {
    ...entry,
    ...Object.fromEntries(TEXTS.map((name) => [name, textStart(entry[name], MAX_LENGTH[name])])),
    user: cutText(user, MAX_LENGTH.user),
    tags: tags.slice(0, MAX_TAGS).map((tag) => cutText(tag, MAX_LENGTH.tag)),
  };
}
