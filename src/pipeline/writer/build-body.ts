import { tryOr } from '../../errors.ts';
import { CUT_MARK, cutText } from '../../format/cut-text.ts';
import type { Body, BodyPart } from '../../profile/body.ts';
import type { Detail } from '../../profile/profile.ts';
import type { BodyKind } from '../../redact/body/body.ts';
import type { Redaction } from '../../redact/redaction.ts';
import type { RawBody, RawDetail } from '../draft/draft.ts';
import { decodeContent } from './decode-content.ts';

const JSON_TYPE = /^[^;]*[/+](?:x-)?(?:nd)?json/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded/i;
const MULTIPART_TYPE = /^multipart\//i;
/** In the response headers as they were sent. */
const ENCODING = /^content-encoding: *([^\r\n]*)/im;
/** Bytes kept of a decoded response: as many as are copied of one that is not encoded. */
const MAX_DECODED = 16_384;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** Decodes and redacts the bodies of a request. */
export function buildBodies(
  { requestBody, responseBody, sent }: RawDetail,
  redaction: Redaction,
): Pick<Detail, 'requestBody' | 'responseBody'> {
  return {
    ...(requestBody && { requestBody: buildBody(requestBody, redaction) }),
    ...(responseBody && { responseBody: buildResponseBody(responseBody, sent, redaction) }),
  };
}

/** Middleware that compresses is between the app and what was copied. */
function buildResponseBody(raw: RawBody, sent: string, redaction: Redaction): Body {
  const encoding = ENCODING.exec(sent)?.[1] ?? '';
  if (raw.missing || encoding === '') return buildBody(raw, redaction);
  const whole = decodeContent(raw.kept, encoding);
  if (!whole) return buildBody({ ...raw, missing: 'encoding' }, redaction);
  const kept = whole.subarray(0, MAX_DECODED);
  const isCut = raw.bytes > raw.kept.length || whole.length > kept.length;
  return { ...buildBody({ ...raw, kept, bytes: kept.length + Number(isCut) }, redaction), bytes: raw.bytes };
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
  return tryOr(null, () => new TextDecoder(byteOrderMark(bytes) ?? charset).decode(bytes, { stream: isCut }));
}

function byteOrderMark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

const MAX_PARTS = 100;
const MAX_NAME = 200;
const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i;
const NAME = /^content-disposition:[^\r\n]*?[;\s]name="?([^"\r\n;]*)/im;
const TYPE = /^content-type:[ \t]*([^\r\n]*)/im;
const EMPTY_LINE = '\r\n\r\n';
/** No part has longer headers. */
const MAX_HEAD = 4096;

/** The names and sizes of the parts of a multipart form. The content of parts is not read. */
export function multipartParts(bytes: Buffer, contentType: string): readonly BodyPart[] {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return [];
  const delimiter = `--${boundary}`;
  const parts: BodyPart[] = [];
  // In latin1 one character is one byte.
  const text = bytes.toString('latin1');
  let at = text.startsWith(delimiter) ? 0 : text.indexOf(`\r\n${delimiter}`);
  while (at >= 0 && parts.length < MAX_PARTS) {
    const headStart = text.indexOf(delimiter, at) + delimiter.length;
    if (text.startsWith('--', headStart)) break;
    const headEnd = text.slice(headStart, headStart + MAX_HEAD).indexOf(EMPTY_LINE);
    if (headEnd < 0) break;
    const head = text.slice(headStart, headStart + headEnd);
    const start = headStart + headEnd + EMPTY_LINE.length;
    // The delimiter of an empty part follows the empty line itself.
    const end = text.indexOf(`\r\n${delimiter}`, start - 2);
    parts.push({
      name: cutText(utf8(NAME.exec(head)?.[1] ?? ''), MAX_NAME),
      type: cutText(TYPE.exec(head)?.[1] ?? '', MAX_NAME),
      ...(end >= 0 && { size: Math.max(0, end - start) }),
    });
    at = end;
  }
  return parts;
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString();
}
