import type { Body } from '../../profile/body.ts';
import { REDACTED } from '../../redact/rules.ts';
import { sendableBody } from '../../report/export/sendable-body.ts';

/** A part of a request that the book does not have. */
export interface MissingPart {
  readonly part: 'header' | 'body' | 'URL';
  /** The name of the header, or of the parameters of the URL; empty if there is none, or if all are missing. */
  readonly name: string;
  readonly why: 'was withheld' | 'was not kept' | 'was not recorded' | 'was cut' | 'cannot be sent';
  /** The names of the cookies of a Cookie header. */
  readonly cookies?: readonly string[];
}

interface MissingBody {
  readonly missing: MissingPart;
  readonly reason: string;
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;
const ASCII = /^\p{ASCII}*$/u;

/** The body as bytes, or why it can't be sent. */
export function recordedBody(body: Body | undefined, bytes: number): Uint8Array | MissingBody {
  const found = sendableBody(body, bytes, 'code');
  if ('omitted' in found) {
    if (found.omitted === '') return Buffer.alloc(0);
    const size = Math.max(bytes, body?.bytes ?? 0);
    if (body?.cut) return missingBody('was cut', `Only the start of the body of ${size} bytes was recorded.`);
    return missingBody('was not recorded', `The body of ${size} bytes was not recorded.`);
  }
  if (found.text.includes(REDACTED)) return missingBody('was withheld', 'The body contains withheld values.');
  const charset = CHARSET.exec(body?.type ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset) && !ASCII.test(found.text))
    return missingBody('cannot be sent', 'The body is not in UTF-8.');
  return Buffer.from(found.text);
}

function missingBody(why: MissingPart['why'], reason: string): MissingBody {
  return { missing: { part: 'body', name: '', why }, reason };
}
