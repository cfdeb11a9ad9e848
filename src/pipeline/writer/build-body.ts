import { CUT_MARK } from '../../format/cut-text.ts';
import type { Body } from '../../profile/body.ts';
import type { Detail } from '../../profile/profile.ts';
import type { BodyKind } from '../../redact/body/body.ts';
import type { Redaction } from '../../redact/redaction.ts';
import type { RawBody, RawDetail } from '../draft/draft.ts';
import { multipartParts } from './multipart-parts.ts';

const JSON_TYPE = /^[^;]*[/+](?:x-)?(?:nd)?json/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded/i;
const MULTIPART_TYPE = /^multipart\//i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** Decodes and redacts the bodies of a request. */
export function buildBodies(
  { requestBody, responseBody }: RawDetail,
  redaction: Redaction,
): Pick<Detail, 'requestBody' | 'responseBody'> {
  return {
    ...(requestBody && { requestBody: buildBody(requestBody, redaction) }),
    ...(responseBody && { responseBody: buildBody(responseBody, redaction) }),
  };
}

export function buildBody(raw: RawBody, redaction: Redaction): Body {
  const { bytes, kept, missing } = raw;
  const isCut = bytes > kept.length;
  const about = { type: redaction.header('content-type', raw.type)[1] ?? '', bytes };
  if (missing) return { ...about, missing };
  if (MULTIPART_TYPE.test(raw.type)) {
    const parts = multipartParts(Buffer.from(kept), raw.type).map(({ name, type, ...rest }) => ({
      ...rest,
      name: redaction.text(name),
      type: redaction.header('content-type', type)[1] ?? '',
    }));
    return { ...about, parts, ...(isCut && { cut: true }) };
  }
  const decoded = decode(kept, CHARSET.exec(raw.type)?.[1] ?? 'utf-8', isCut);
  if (decoded === null) return { ...about, missing: 'charset' };
  // In another charset, names of secrets would not be found.
  if (decoded.includes('\0')) return { ...about, missing: 'binary' };
  const text = redaction.body(decoded, kindOf(raw.type), isCut);
  return { ...about, text, ...((isCut || text.endsWith(CUT_MARK)) && { cut: true }) };
}

function kindOf(type: string): BodyKind {
  return JSON_TYPE.test(type) ? 'json' : FORM_TYPE.test(type) ? 'form' : 'text';
}

/** The text; without a character that was cut in the middle. `null` if the charset is not known. */
function decode(bytes: Uint8Array, charset: string, isCut: boolean): string | null {
  try {
    return new TextDecoder(byteOrderMark(bytes) ?? charset).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}

function byteOrderMark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
