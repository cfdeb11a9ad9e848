import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Seq, Tokens } from '../../profile/token.ts';
import { editResponse, type ResponseHead } from './edit-response.ts';

const HTML = /^text\/html\s*(?:;|$)/i;
/** A response with one of these headers is not a plain page, or must not be changed. */
const EXCLUDING_HEADERS = ['content-encoding', 'content-range', 'content-disposition', 'digest'];
const WITHOUT_BODY = new Set([204, 205, 206, 304]);
const MAX_LENGTH = 8_000_000;
const END_TAGS = ['</body>', '</BODY>', '</Body>'];

/** The policy of the error pages of Express. */
const ERROR_PAGE_POLICY = "default-src 'none'";

/** The toolbar, or a plain link where its script may not run. */
type Bar = 'toolbar' | 'link';

const HOST = /^[\x21-\x7e]+$/;

export interface ToolbarOptions {
  readonly base: string;
  /** `null` until the book is open. */
  readonly tokens: () => Tokens | null;
}

/** Called for each recorded request as soon as its seq is known. */
export type Toolbar = (request: IncomingMessage, response: object, seq: Seq) => void;

/**
 * Adds the token of a request to its response, and a toolbar or a link to HTML pages. The caller decides which requests get them.
 */
export function createToolbar({ base, tokens }: ToolbarOptions): Toolbar {
  // The script may change when the app restarts with another version.
  const script = `${base}/assets/toolbar.js?v=${Date.now().toString(36)}`;

  return (request, response, seq) => {
    const known = tokens();
    if (!known || !(response instanceof ServerResponse)) return;
    const token = known.tokenOf(seq);
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    const bars: Readonly<Record<Bar, string>> = {
      toolbar: `<script type="module" src="${script}" data-gatebook="${token}"></script>`,
      link: `<p><a href="${base}/${token}">Gatebook: profile ${token}</a></p>\n`,
    };
    const host = request.headers.host ?? '';
    // A lenient parser accepts line ends in a header.
    const link = HOST.test(host) ? `X-Debug-Token-Link: ${scheme}://${host}${base}/${token}\r\n` : '';
    editResponse(response, {
      // Server-Timing lets the toolbar find the tokens of requests that the page makes, through the Performance API.
      headers: `X-Debug-Token: ${token}\r\n${link}Server-Timing: gatebook;desc="${token}"\r\n`,
      editBody(body, head) {
        const bar = barFor(request, head);
        return bar && injectBar(body, bars[bar]);
      },
    });
  };
}

/** What a response gets. `null` if it is not a complete HTML page that a browser navigates to. */
function barFor({ method, headers }: IncomingMessage, head: ResponseHead): Bar | null {
  if (method === 'HEAD' || headers['sec-fetch-dest'] !== 'document') return null;
  if (WITHOUT_BODY.has(head.status) || !HTML.test(head.get('content-type'))) return null;
  if (EXCLUDING_HEADERS.some((name) => head.has(name))) return null;
  if (!['', 'chunked'].includes(head.get('transfer-encoding').toLowerCase())) return null;
  if (head.get('cache-control').includes('no-transform')) return null;
  const policy = head.get('content-security-policy');
  if (allowsToolbar(policy)) return 'toolbar';
  // A page of the app with a policy of its own may have no place for a link.
  return head.status >= 400 && policy === ERROR_PAGE_POLICY ? 'link' : null;
}

/** Inserts the toolbar before `</body>`; `null` if there is no such tag. */
function injectBar(body: string | Uint8Array, bar: string): string | Uint8Array | null {
  if (body.length > MAX_LENGTH) return null;
  if (typeof body === 'string') {
    const at = Math.max(...END_TAGS.map((tag) => body.lastIndexOf(tag)));
    return at < 0 ? null : body.slice(0, at) + bar + body.slice(at);
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const at = Math.max(...END_TAGS.map((tag) => bytes.lastIndexOf(tag)));
  return at < 0 ? null : Buffer.concat([bytes.subarray(0, at), Buffer.from(bar), bytes.subarray(at)]);
}

/** Whether a Content-Security-Policy lets the toolbar run. If not, it would only cause an error in the console. */
function allowsToolbar(policy: string): boolean {
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
