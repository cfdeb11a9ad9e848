import { cutText } from '../../format/cut-text.ts';
import type { BodyPart } from '../../profile/body.ts';

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
