import type { IncomingHttpHeaders } from 'node:http';
import { invalidOption } from '../option-checks.ts';
import { type IpKey, type IpRange, inRange, ipKey, ipText, parseIpRange } from './ip.ts';

/** Returns the client's IP address from the socket's address and the headers that trusted proxies add. */
export type ClientIp = (socketIp: string, headers: IncomingHttpHeaders) => string;

const MAX_HOP_LENGTH = 64;
const PORT = /:(?:\d{1,5}|_[\w.-]+)$/;
const BRACKETED = /^\[([^[\]]*)\](?::(?:\d{1,5}|_[\w.-]+))?$/;
/** A complete `name=value` pair of a `Forwarded` element. */
const PAIR = /^[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~:[\]-]+)|"((?:[^"\\,]|\\.)*)")[ \t]*$/;

/** Throws a `bad-option` error for anything that is not an IP address or CIDR range. */
export function parseTrustedProxies(trustProxy: readonly string[] = []): readonly IpRange[] {
  if (!Array.isArray(trustProxy))
    throw invalidOption('trustProxy', "a list such as ['10.0.0.0/8', '::1']", trustProxy);
  return trustProxy.map(toRange);
}

/**
 * Without trusted proxies the client is the socket's address. If the socket's address is a trusted proxy, the client is
 * the last untrusted address in X-Forwarded-For or, without that header, in Forwarded.
 */
export function createClientIp(trustProxy?: readonly string[]): ClientIp {
  if (trustProxy === undefined) return (socketIp) => socketIp;
  const ranges = parseTrustedProxies(trustProxy);
  const isTrusted = (key: IpKey) => ranges.some((range) => inRange(key, range));

  return (socketIp, headers) => {
    const socket = ipKey(socketIp);
    if (socket === null) return socketIp;
    let client = socket;
    const nextHop = hopReader(headers);
    while (isTrusted(client)) {
      const next = nextHop();
      // No trusted proxy writes an invalid address, so the last valid one is the client.
      if (next === null) break;
      client = next;
    }
    return ipText(client);
  };
}

/** Returns one hop per call, nearest first; `null` at the end of the list or at an invalid hop. */
function hopReader(headers: IncomingHttpHeaders): () => IpKey | null {
  const forwardedFor = joinHeader(headers['x-forwarded-for']);
  const list = forwardedFor ?? joinHeader(headers.forwarded) ?? '';
  const parse = forwardedFor === undefined ? parseForwardedHop : parseHop;
  let end = list.length;
  return () => {
    if (end <= 0) return null;
    const comma = list.lastIndexOf(',', end - 1);
    const hop = list.slice(comma + 1, end);
    end = comma;
    return parse(hop);
  };
}

function joinHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

/** Parses `for=192.0.2.60;proto=http`. Every pair must be valid: half a quoted pair is a forgery. */
function parseForwardedHop(element: string): IpKey | null {
  let key: IpKey | null = null;
  for (const text of element.split(';')) {
    const pair = PAIR.exec(text);
    if (pair === null) return null;
    const [, name = '', token, quoted = ''] = pair;
    if (name.toLowerCase() !== 'for') continue;
    if (key !== null) return null;
    key = parseHop(token ?? quoted);
    if (key === null) return null;
  }
  return key;
}

/** Parses an address with optional brackets and port. */
function parseHop(hop: string): IpKey | null {
  const text = hop.length > MAX_HOP_LENGTH ? '' : hop.trim();
  const bracketed = BRACKETED.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.includes(':') ? ipKey(bracketed) : null;
  return ipKey(text.includes('.') ? text.replace(PORT, '') : text);
}

function toRange(proxy: unknown, index: number): IpRange {
  // parseIpRange also accepts `10.*`, which is meant for searches.
  const range = typeof proxy === 'string' && !/[.*]$/.test(proxy) ? parseIpRange(proxy) : null;
  if (range !== null) return range;
  throw invalidOption(`trustProxy[${index}]`, "an IP address or CIDR range such as '10.0.0.0/8'", proxy);
}
