import type { Header, Profile } from '../../profile/profile.ts';
import { REDACTED } from '../../redact/redacted.ts';

/** A recorded request as it may be sent again, or why it can not be. */
export type ReplayableRequest =
  | {
      readonly ok: true;
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** What is not as it was, in words that are safe in a comment of any language. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** Where it is written: a shell takes anything between single quotes, other languages have ways out of theirs. */
export type SnippetTarget = 'shell' | 'code';

const METHOD = /^[A-Za-z][A-Za-z0-9-]{0,31}$/;
/** Some clients write a name without quotes. */
const NAME = /^[A-Za-z0-9][\w.-]*$/;
const IPV6_HOST = /^https?:\/\/\[[0-9A-Fa-f:.]+\]/;
/** The rest is percent-encoded: it would end a literal, start an expression, or stand for many URLs in curl. */
const NOT_PLAIN = {
  shell: /[^A-Za-z0-9\-._~:/?@!&()*+,;=%$']/gu,
  code: /[^A-Za-z0-9\-._~:/?@!&()*+,;=%]/gu,
} as const;
/**
 * In a shell only what acts on the terminal it is pasted into. In code also what some language reads inside
 * its quotes, and what the library takes for a mark of its own.
 */
const UNSAFE = { shell: /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u, code: /[^ -~]|[\\$`]|@@__/ } as const;
/** They belong to the connection or to the body, and whoever sends it makes them anew. */
const OF_THE_CONNECTION = new Set([
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

export function replayableRequest(
  { entry }: Profile,
  requestHeaders: readonly Header[],
  place: SnippetTarget,
): ReplayableRequest {
  const url = plainUrl(entry.url, place);
  if (!METHOD.test(entry.method)) return { ok: false, reason: 'No client can send this method.' };
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    return { ok: false, reason: 'No client can be given this URL.' };

  const { host } = new URL(url);
  const headers = new Map<string, string>();
  const withheld = new Set<string>();
  const unsafe = new Set<string>();
  for (const [name, value] of requestHeaders) {
    if (OF_THE_CONNECTION.has(name) || name.startsWith(':') || (name === 'host' && value === host)) continue;
    if (value === null) withheld.add(name);
    else if (!NAME.test(name) || UNSAFE[place].test(value)) unsafe.add(name);
    else headers.set(name, joined(name, headers.get(name), value));
  }

  const notes: string[] = [];
  if (entry.detail !== 'kept') notes.push('The headers were not kept.');
  if (withheld.size > 0) notes.push(`Left out, for their values were withheld: ${listed(withheld)}.`);
  if (unsafe.size > 0) notes.push(`Left out, for they are not safe to write here: ${listed(unsafe)}.`);
  if (url.includes(REDACTED) || [...headers.values()].some((value) => value.includes(REDACTED)))
    notes.push(`${REDACTED} stands for what was withheld.`);
  if (entry.requestBytes > 0) notes.push(`The body of ${entry.requestBytes} bytes was not recorded.`);
  return { ok: true, method: entry.method, url, headers: Object.fromEntries(headers), notes };
}

function plainUrl(url: string, place: SnippetTarget): string {
  const [host = ''] = IPV6_HOST.exec(url) ?? [];
  return host + url.slice(host.length).replace(NOT_PLAIN[place], percentEncoded);
}

function percentEncoded(char: string): string {
  return Buffer.from(char)
    .toString('hex')
    .replace(/../g, (byte) => `%${byte.toUpperCase()}`);
}

function joined(name: string, before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
}

/** Names may hold backticks and the like, which a shell that knows no comments would run. */
function listed(names: ReadonlySet<string>): string {
  const plain = [...names].filter((name) => NAME.test(name));
  const odd = names.size - plain.length;
  if (odd === 0) return plain.join(', ');
  return [...plain, `${odd} with an odd name`].join(', ');
}
