import { cutText, textStart } from '../format/cut-text.ts';
import type { Body } from '../profile/body.ts';
import type { Entry } from '../profile/entry.ts';
import type { Detail, Profile } from '../profile/profile.ts';

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
/** Of a body. Redaction can make it longer than what was copied. */
const MAX_BODY_LENGTH = 524_288;

/** Cuts the texts of a redacted profile that a client or an app could make arbitrarily long. */
export function boundProfile(profile: Profile): Profile {
  const entry = boundEntry(profile.entry);
  const detail = profile.detail && boundDetail(profile.detail);
  return entry === profile.entry && detail === profile.detail ? profile : { entry, detail };
}

function boundDetail(detail: Detail): Detail {
  const { requestBody, responseBody } = detail;
  if (fitsBody(requestBody) && fitsBody(responseBody)) return detail;
  return {
    ...detail,
    ...(requestBody && { requestBody: boundBody(requestBody) }),
    ...(responseBody && { responseBody: boundBody(responseBody) }),
  };
}

function fitsBody(body: Body | undefined): boolean {
  return (body?.text?.length ?? 0) <= MAX_BODY_LENGTH;
}

function boundBody(body: Body): Body {
  return fitsBody(body) ? body : { ...body, text: textStart(body.text ?? '', MAX_BODY_LENGTH), cut: true };
}

function boundEntry(entry: Entry): Entry {
  const { method, host, route, error, errorGroup, operation, user, tags } = entry;
  const fits =
    method.length <= MAX_LENGTH.method &&
    host.length <= MAX_LENGTH.host &&
    route.length <= MAX_LENGTH.route &&
    error.length <= MAX_LENGTH.error &&
    errorGroup.length <= MAX_LENGTH.errorGroup &&
    operation.length <= MAX_LENGTH.operation &&
    user.length <= MAX_LENGTH.user &&
    tags.length <= MAX_TAGS &&
    tags.every((tag) => tag.length <= MAX_LENGTH.tag);
  if (fits) return entry;
  return {
    ...entry,
    method: textStart(method, MAX_LENGTH.method),
    host: textStart(host, MAX_LENGTH.host),
    route: textStart(route, MAX_LENGTH.route),
    error: textStart(error, MAX_LENGTH.error),
    errorGroup: textStart(errorGroup, MAX_LENGTH.errorGroup),
    operation: textStart(operation, MAX_LENGTH.operation),
    user: cutText(user, MAX_LENGTH.user),
    tags: tags.slice(0, MAX_TAGS).map((tag) => cutText(tag, MAX_LENGTH.tag)),
  };
}
