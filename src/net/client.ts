import type { IncomingHttpHeaders } from 'node:http';
import { invalidOption } from '../option-checks.ts';
import { type IpKey, type IpRange, ipKey, ipText, isIn, parseIpRange } from './ip.ts';

/** The client of a request, as its socket and the headers of trusted proxies show it. */
export interface Client {
  readonly ip: string;
  /** Whether it used https; `null` if no trusted proxy says. */
  readonly secure: boolean | null;
  /** The host that it asked for, with an optional port; `null` if no trusted proxy says. */
  readonly host: string | null;
}

export type ClientOf = (socketIp: string, headers: IncomingHttpHeaders) => Client;

/** A host with an optional port. */
const AUTHORITY = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const MAX_AUTHORITY_LENGTH = 260;
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
 * The client is the address of the socket or, if that is a trusted proxy, the last untrusted address in X-Forwarded-For or, without
 * that header, in Forwarded. The trusted proxy nearest to the client says the protocol and the host, in X-Forwarded-Proto and
 * X-Forwarded-Host, or in Forwarded.
 */
export function createClientOf(trustProxy?: readonly string[]): ClientOf {
  const direct = (ip: string): Client => ({ ip, secure: null, host: null });
  if (trustProxy === undefined) return direct;
  const ranges = parseTrustedProxies(trustProxy);
  const isTrusted = (key: IpKey) => isIn(key, ranges);

  return (socketIp, headers) => {
    const socket = ipKey(socketIp);
    if (socket === null) return direct(socketIp);
    let client = socket;
    let proxies = 0;
    const nextHop = hopReader(headers);
    while (isTrusted(client)) {
      proxies++;
      const next = nextHop();
      // No trusted proxy writes an invalid address, so the last valid one is the client.
      if (next === null) break;
      client = next;
    }
    const ip = ipText(client);
    if (proxies === 0) return direct(ip);
    const said = (name: 'proto' | 'host') => {
      const value = elementFor(headers[`x-forwarded-${name}`], proxies);
      return value ?? parseForwarded(elementFor(headers.forwarded, proxies) ?? '')?.get(name);
    };
    return { ip, secure: isHttps(said('proto')), host: validHost(said('host')) };
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

/** The element that the outermost trusted proxy has added to a list, or the first: each proxy adds one, and some may add none. */
function elementFor(header: string | string[] | undefined, proxies: number): string | undefined {
  const list = joinHeader(header);
  if (list === undefined) return undefined;
  let end = list.length;
  for (let n = 1; ; n++) {
    const comma = end > 0 ? list.lastIndexOf(',', end - 1) : -1;
    if (n === proxies || comma < 0) return list.slice(comma + 1, end);
    end = comma;
  }
}

function isHttps(protocol = ''): boolean | null {
  const name = protocol.trim().toLowerCase();
  return name === 'https' ? true : name === 'http' ? false : null;
}

/** Whether the value of a Host header is valid. */
export function isAuthority(host: string | undefined): host is string {
  return host !== undefined && host.length <= MAX_AUTHORITY_LENGTH && AUTHORITY.test(host);
}

function validHost(host = ''): string | null {
  const name = host.trim();
  return isAuthority(name) ? name : null;
}

function parseForwardedHop(element: string): IpKey | null {
  const hop = parseForwarded(element)?.get('for');
  return hop === undefined ? null : parseHop(hop);
}

/** Parses `for=192.0.2.60;proto=http`. Every pair must be valid and occur once: half a quoted pair is a forgery. */
function parseForwarded(element: string): ReadonlyMap<string, string> | null {
  const pairs = new Map<string, string>();
  for (const text of element.split(';')) {
    const pair = PAIR.exec(text);
    const name = pair?.[1]?.toLowerCase();
    if (!pair || name === undefined || pairs.has(name)) return null;
    pairs.set(name, pair[2] ?? pair[3] ?? '');
  }
  return pairs;
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
