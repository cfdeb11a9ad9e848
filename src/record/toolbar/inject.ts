import type { IncomingMessage, ServerResponse } from 'node:http';

const HTML = /^text\/html\s*(?:;|$)/i;
/** What has one of these is not the plain page that it seems to be, or not to be touched. */
const TELLING = ['content-encoding', 'content-range', 'content-disposition', 'transfer-encoding', 'digest'];
const WITHOUT_BODY = new Set([204, 205, 206, 304]);
/** Nobody reads a longer page for its bar. */
const LONGEST = 8_000_000;
const CLOSINGS = ['</body>', '</BODY>', '</Body>'];

/** A page that a browser asks for to show it: whole, plain HTML. What a script fetches is none, whatever its type. */
export function canInject({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (method === 'HEAD' || headers['sec-fetch-dest'] !== 'document') return false;
  if (WITHOUT_BODY.has(response.statusCode)) return false;
  if (!HTML.test(textOf(response.getHeader('content-type')))) return false;
  if (TELLING.some((name) => response.hasHeader(name))) return false;
  if (textOf(response.getHeader('cache-control')).includes('no-transform')) return false;
  return allowsOurs(textOf(response.getHeader('content-security-policy')));
}

/** The body with the bar right before its end; `null` when it has none that could be found. */
export function injectBar(body: string | Uint8Array, bar: string): string | Uint8Array | null {
  if (body.length > LONGEST) return null;
  if (typeof body === 'string') {
    const at = Math.max(...CLOSINGS.map((closing) => body.lastIndexOf(closing)));
    return at < 0 ? null : body.slice(0, at) + bar + body.slice(at);
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const at = Math.max(...CLOSINGS.map((closing) => bytes.lastIndexOf(closing)));
  return at < 0 ? null : Buffer.concat([bytes.subarray(0, at), Buffer.from(bar), bytes.subarray(at)]);
}

/** A policy under which the bar would only be an error on the console keeps the page free of it. */
function allowsOurs(policy: string): boolean {
  const directives = new Map(
    policy.split(/[;,]/).map((directive) => {
      const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const allows = (...names: readonly string[]) => {
    const sources = names.map((name) => directives.get(name)).find((found) => found !== undefined);
    return (
      !sources ||
      ((sources.includes("'self'") || sources.includes('*')) && !sources.includes("'strict-dynamic'"))
    );
  };
  return (
    !directives.has('sandbox') &&
    allows('script-src-elem', 'script-src', 'default-src') &&
    allows('connect-src', 'default-src')
  );
}

function textOf(header: unknown): string {
  return header === undefined ? '' : String(header);
}
