import type { Body } from '../../profile/body.ts';
import type { Detail, Header, Profile } from '../../profile/profile.ts';
import { REDACTED } from '../../redact/rules.ts';
import { profileAt } from '../../store/profile-of.ts';
import type { Store } from '../../store/store.ts';

/** The parts of a recorded request that a client can send again. */
export interface SendableRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
}

export type ReplayableRequest =
  | (SendableRequest & {
      readonly ok: true;
      /** How it differs from the recorded request, in text that is safe in a comment of any language. */
      readonly notes: readonly string[];
    })
  | { readonly ok: false; readonly reason: string };

/** A method that every client can send. */
export const METHOD = /^[A-Za-z][A-Za-z0-9-]{0,31}$/;
/** Narrower than HTTP allows: curl reads a header that starts with `@` from a file. */
const HEADER_NAME = /^[A-Za-z0-9][\w.-]*$/;
const IPV6_HOST = /^https?:\/\/\[[0-9A-Fa-f:.]+\]/;
/** Percent-encoded in URLs: they could end a literal, start an expression, or be a glob pattern in curl. */
const ENCODED_IN_URL = {
  shell: /[^A-Za-z0-9\-._~:/?@!&()*+,;=%$']/gu,
  code: /[^A-Za-z0-9\-._~:/?@!&()*+,;=%]/gu,
} as const;
/** Terminals act on invisible characters when they are pasted; languages interpret `\`, `$` and backticks in strings. */
const UNSAFE_IN_HEADER = {
  shell: /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u,
  code: /[^ -~]|[\\$`]/,
} as const;
/** They describe the connection or the body: a client sets them itself. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Omits and encodes what a client could not send, or what would be unsafe in a snippet. */
export function replayableRequest(
  { entry }: Profile,
  recorded: RecordedRequest,
  target: SnippetTarget,
): ReplayableRequest {
  const url = encodeUrl(entry.url, target);
  if (!METHOD.test(entry.method)) return { ok: false, reason: 'HTTP clients cannot send this method.' };
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return { ok: false, reason: 'HTTP clients cannot request this URL.' };

  const { host } = new URL(url);
  const headers = new Map<string, string>();
  const withheld = new Set<string>();
  const unsafe = new Set<string>();
  for (const [name, value] of recorded.headers) {
    if (CONNECTION_HEADERS.has(name) || name.startsWith(':') || (name === 'host' && value === host)) continue;
    if (value === null) withheld.add(name);
    else if (!HEADER_NAME.test(name) || UNSAFE_IN_HEADER[target].test(value)) unsafe.add(name);
    else headers.set(name, joinValues(name, headers.get(name), value));
  }

  const notes: string[] = [];
  if (entry.detail !== 'kept') notes.push('The headers were not kept.');
  if (withheld.size > 0) notes.push(`Omitted because their values were withheld: ${listNames(withheld)}.`);
  if (unsafe.size > 0) notes.push(`Omitted because they are not safe to paste: ${listNames(unsafe)}.`);
  const body = sendableBody(recorded.body, entry.requestBytes, target);
  const texts = [url, ...headers.values(), 'text' in body ? body.text : ''];
  if (texts.some((text) => text.includes(REDACTED))) notes.push(`${REDACTED} replaces a withheld value.`);
  if ('omitted' in body && body.omitted !== '') notes.push(body.omitted);
  const sorted = [...headers].sort(([a], [b]) => (a < b ? -1 : 1));
  const request = {
    method: entry.method,
    url,
    headers: Object.fromEntries(sorted),
    status: entry.status,
  };
  return { ok: true, ...request, ...('text' in body && body.text !== '' && { body: body.text }), notes };
}

function encodeUrl(url: string, target: SnippetTarget): string {
  const [host = ''] = IPV6_HOST.exec(url) ?? [];
  return host + url.slice(host.length).replace(ENCODED_IN_URL[target], percentEncoded);
}

export function percentEncoded(char: string): string {
  return Buffer.from(char)
    .toString('hex')
    .replace(/../g, (byte) => `%${byte.toUpperCase()}`);
}

function joinValues(name: string, before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
}

/** Counts names with unusual characters instead of listing them: some shells run backticks even in a comment. */
function listNames(names: ReadonlySet<string>): string {
  const plain = [...names].filter((name) => HEADER_NAME.test(name));
  const unusual = names.size - plain.length;
  if (unusual === 0) return plain.join(', ');
  return [...plain, `${unusual} with an unusual name`].join(', ');
}

/** A shell interprets nothing inside single quotes; string literals of JavaScript have escapes. */
export type SnippetTarget = 'shell' | 'code';

/**
 * Characters of a body that a snippet can't contain. Terminals act on invisible characters when they are pasted. Code has
 * escapes for all but lone surrogates, which can't be sent.
 */
const UNSAFE = {
  shell: /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u,
  code: /\p{Cs}/u,
} as const satisfies Record<SnippetTarget, RegExp>;

export type SendableBody =
  | { readonly text: string }
  /** Why it is omitted; empty if there was none. */
  | { readonly omitted: string };

/** The body that a client can send again. `bytes` is the size that the headers state. */
export function sendableBody(body: Body | undefined, bytes: number, target: SnippetTarget): SendableBody {
  if (!body) return { omitted: bytes > 0 ? `The body of ${bytes} bytes was not recorded.` : '' };
  const size = Math.max(bytes, body.bytes);
  if (body.text === undefined) return { omitted: `The body of ${size} bytes was not recorded.` };
  if (body.cut)
    return { omitted: `Only the start of the body of ${size} bytes was recorded. It is omitted.` };
  if (UNSAFE[target].test(body.text))
    return { omitted: 'The body is omitted because it is not safe to paste.' };
  return { text: body.text };
}

export interface RecordedRequest {
  readonly headers: readonly Header[];
  readonly body?: Body | undefined;
}

/** The headers and the body of a request. Error stages and sub-requests have those of their main request. */
export async function requestOf(book: Store, { entry, detail }: Profile): Promise<RecordedRequest> {
  if (entry.parent === null || (detail && detail.requestHeaders.length > 0)) return partsOf(detail);
  return partsOf((await profileAt(book, entry.parent))?.detail ?? null);
}

function partsOf(detail: Detail | null): RecordedRequest {
  return { headers: detail?.requestHeaders ?? [], body: detail?.requestBody };
}
