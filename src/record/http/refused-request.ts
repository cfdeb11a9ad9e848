import { type IncomingMessage, METHODS } from 'node:http';
import type { Socket } from 'node:net';
import type { Exception } from '../../profile/profile.ts';
import type { RequestLike } from './exchange.ts';

/** What the server's `clientError` tells. */
interface ClientError extends Error {
  readonly code?: unknown;
  /** The packet that the parser stumbled over, and how far it got in it. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: unknown;
}
/** A socket while Node reads requests from it. */
type Parsed = Socket & { readonly parser?: { readonly incoming?: IncomingMessage | null } | null };

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const REQUEST_LINE = /^([A-Z-]+) (\S*)(?: HTTP\/(\d\.\d))?$/;
const HEADER = /^([^\s:]+):[ \t]*(.*)$/;
/** As of any header block; Node itself reads no longer one, unless told to. */
const LONGEST = 65_536;

/**
 * Why Node gives up on what it reads: it is malformed, its head is too long, or it took too long to come. `null` for
 * what is no request: a connection that broke, or one that was opened and never used.
 */
export function refusalOf(error: unknown, socket: Socket): Exception | null {
  const { code, message } = (error ?? {}) as ClientError;
  if (!isRefusal(code) || socket.bytesRead === 0) return null;
  return { name: code, message: String(message), stack: '', cause: null };
}

/** Whether an error with this code is Node's own, about what it reads. */
export function isRefusal(code: unknown): code is string {
  return typeof code === 'string' && (code === TIMEOUT || code.startsWith('HPE_'));
}

/** The request whose body was being read: it was handed to the app already. */
export function requestInParts(socket: Parsed): IncomingMessage | null {
  const incoming = socket.parser?.incoming;
  return incoming && !incoming.complete ? incoming : null;
}

/** As much of a refused request as the parser has accepted. */
export function refusedRequest(error: unknown, socket: Socket): RequestLike {
  const [first = '', ...lines] = acceptedHead(error as ClientError).split('\r\n');
  const [, method = '', url = '', httpVersion = ''] = REQUEST_LINE.exec(first) ?? [];
  if (!METHODS.includes(method)) return { ...NOTHING_KNOWN, socket };
  const headers: Record<string, string> = {};
  const rawHeaders: string[] = [];
  // The last line is the one it stumbled over, or empty.
  for (const line of lines.slice(0, -1)) {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '') continue;
    rawHeaders.push(name, value);
    headers[name.toLowerCase()] ??= value;
  }
  return { method, url, httpVersion, headers, rawHeaders, socket };
}

const NOTHING_KNOWN = { method: '', url: '', httpVersion: '', headers: {}, rawHeaders: [] };

/** The packet from where the refused request begins to where the parser stopped. */
function acceptedHead({ rawPacket, bytesParsed }: ClientError): string {
  if (!Buffer.isBuffer(rawPacket) || typeof bytesParsed !== 'number') return '';
  const accepted = rawPacket.toString('latin1', 0, Math.min(bytesParsed, LONGEST));
  const before = accepted.lastIndexOf('\r\n\r\n');
  return before < 0 ? accepted.trimStart() : accepted.slice(before + 4).trimStart();
}
