import type { Body, MissingBodyReason } from '../profile/body.ts';
import { prettyJson } from './pretty-json.ts';
import { formatBytes } from './units.ts';

const MISSING: Readonly<Record<MissingBodyReason, string>> = {
  type: 'not recorded because of its type',
  encoding: 'not recorded: it is encoded',
  range: 'not recorded: it is a part of a resource',
  stream: 'not recorded: it is an event stream',
  unread: 'not recorded: the app did not read it',
  budget: 'dropped because the recording budget was exceeded, or writing was too slow',
  charset: 'dropped: its charset is unknown',
  binary: 'dropped: it is not text',
};
const BOUNDARY = /;\s*boundary=.*$/i;
const LOOKS_LIKE_JSON = /^\s*[[{]/;

/** `application/json, 1.2 kB, cut after 16.4 kB`. */
export function describeBody({ type, bytes, missing, text, cut }: Body): string {
  const facts = [type.replace(BOUNDARY, '') || 'no type'];
  if (missing !== 'unread') facts.push(formatBytes(bytes));
  if (missing) facts.push(MISSING[missing]);
  else if (cut) facts.push('cut');
  else if (text === '') facts.push('empty');
  return facts.join(', ');
}

/** The text as people read it: JSON with line breaks, each part of a multipart form in a line. `null` if there is none. */
export function readableBody({ text, parts }: Body): string | null {
  if (parts) return parts.map(partLine).join('\n') || null;
  if (text === undefined || text === '') return null;
  return LOOKS_LIKE_JSON.test(text) ? prettyJson(text) : text;
}

function partLine({ name, type, size }: NonNullable<Body['parts']>[number]): string {
  const about = [type, size === undefined ? 'size unknown' : formatBytes(size)].filter((fact) => fact !== '');
  return `${name}: ${about.join(', ')}`;
}
