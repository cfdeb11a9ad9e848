import { type IncomingMessage, METHODS } from 'node:http';
import type { Socket } from 'node:net';
import type { Exception } from '../../profile/profile.ts';
import type { RequestLike } from './exchange.ts';

/** The error of a server's `clientError` event. */
interface ClientError extends Error {
  readonly code?: unknown;
  /** The packet that could not be parsed, and how much of it was. */
  readonly rawPacket?: unknown;
  readonly bytesParsed?: unknown;
}
type ParsingSocket = Socket & { readonly parser?: { readonly incoming?: IncomingMessage | null } | null };

const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const REQUEST_LINE = /^([A-Z-]+) (\S*)(?: HTTP\/(\d\.\d))?$/;
const HEADER = /^([^\s:]+):[ \t]*(.*)$/;
const MAX_HEAD_LENGTH = 65_536;

/**
 * Why Node refused a request: it was malformed, its head was too long, or it took too long to arrive. `null` if there was
 * no request: the connection broke, or was opened and never used.
 */
export function refusalOf(error: unknown, socket: Socket): Exception | null {
  const { code, message } = (error ?? {}) as ClientError;
  if (!isRefusal(code) || socket.bytesRead === 0) return null;
  return { name: code, message: String(message), stack: '', cause: null };
}

/** Whether an error code is one that Node uses for requests it refuses. */
export function isRefusal(code: unknown): code is string {
  return typeof code === 'string' && (code === TIMEOUT || code.startsWith('HPE_'));
}

/** The request whose body was being read. The app already handles it. */
export function incompleteRequest(socket: ParsingSocket): IncomingMessage | null {
  const incoming = socket.parser?.incoming;
  return incoming && !incoming.complete ? incoming : null;
}

/** The part of a refused request that Node's parser had accepted. */
export function refusedRequest(error: unknown, socket: Socket): RequestLike {
  const [requestLine = '', ...lines] = acceptedHead(error as ClientError).split('\r\n');
  const [, method = '', url = '', httpVersion = ''] = REQUEST_LINE.exec(requestLine) ?? [];
  if (!METHODS.includes(method)) return { ...UNKNOWN, socket };
  const headers: Record<string, string> = {};
  const rawHeaders: string[] = [];
  // The last line is empty, or the one that could not be parsed.
  for (const line of lines.slice(0, -1)) {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '') continue;
    rawHeaders.push(name, value);
    headers[name.toLowerCase()] ??= value;
  }
  return { method, url, httpVersion, headers, rawHeaders, socket };
}

const UNKNOWN = { method: '', url: '', httpVersion: '', headers: {}, rawHeaders: [] };

/** The packet from the start of the refused request to where the parser stopped. */
function acceptedHead({ rawPacket, bytesParsed }: ClientError): string {
  if (!Buffer.isBuffer(rawPacket) || typeof bytesParsed !== 'number') return '';
  const accepted = rawPacket.toString('latin1', 0, Math.min(bytesParsed, MAX_HEAD_LENGTH));
  const previousEnd = accepted.lastIndexOf('\r\n\r\n');
  return previousEnd < 0 ? accepted.trimStart() : accepted.slice(previousEnd + 4).trimStart();
}
