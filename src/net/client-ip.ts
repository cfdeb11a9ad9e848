import type { IncomingHttpHeaders } from 'node:http';
import { badOption, given } from '../bad-option.ts';
import { type IpKey, type IpRange, inRange, ipKey, ipText, parseIpRange } from './ip.ts';

/** Derives the client's address from the socket's and from what trusted proxies say. */
export type ClientIp = (socketIp: string, headers: IncomingHttpHeaders) => string;

const HINT = "Write the proxies' addresses or CIDR blocks: trustProxy: ['10.0.0.0/8', '::1'].";
const MAX_HOP_LENGTH = 64;
const PORT = /:(?:\d{1,5}|_[\w.-]+)$/;
const BRACKETED = /^\[([^[\]]*)\](?::(?:\d{1,5}|_[\w.-]+))?$/;
/** One pair of an element of `Forwarded`. Nothing else may stand in it. */
const PAIR = /^[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:([\w!#$%&'*+.^`|~:[\]-]+)|"((?:[^"\\,]|\\.)*)")[ \t]*$/;

/**
 * Without proxies it is the socket's address. With them, when the socket's is one of theirs: the last address of
 * X-Forwarded-For (or else of Forwarded) that is not. Throws a `bad-option` on what is neither address nor block.
 */
export function createClientIp(trustProxy?: readonly string[]): ClientIp {
  if (trustProxy === undefined) return (socketIp) => socketIp;
  if (!Array.isArray(trustProxy)) throw badOption(`trustProxy can't be ${given(trustProxy)}. ${HINT}`);
  const ranges = trustProxy.map(toRange);
  const isTrusted = (key: IpKey) => ranges.some((range) => inRange(key, range));

  return (socketIp, headers) => {
    const socket = ipKey(socketIp);
    if (socket === null) return socketIp;
    let client = socket;
    const hop = hopReader(headers);
    while (isTrusted(client)) {
      const next = hop();
      // What can't be read was written by nobody we trust: the last good word counts.
      if (next === null) break;
      client = next;
    }
    return ipText(client);
  };
}

/** The hops one by one, the nearest first; `null` when there is none, or one that can't be read. */
function hopReader(headers: IncomingHttpHeaders): () => IpKey | null {
  const forwardedFor = joinHeader(headers['x-forwarded-for']);
  const list = forwardedFor ?? joinHeader(headers.forwarded) ?? '';
  const read = forwardedFor === undefined ? parseForwardedHop : parseHop;
  let end = list.length;
  return () => {
    if (end <= 0) return null;
    const comma = list.lastIndexOf(',', end - 1);
    const hop = list.slice(comma + 1, end);
    end = comma;
    return read(hop);
  };
}

function joinHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header;
}

/** `for=192.0.2.60;proto=http`. Every pair has to be sound: half of a quoted one is somebody's trick. */
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

/** An address, brackets and port taken off. */
function parseHop(hop: string): IpKey | null {
  const text = hop.length > MAX_HOP_LENGTH ? '' : hop.trim();
  const bracketed = BRACKETED.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed.includes(':') ? ipKey(bracketed) : null;
  return ipKey(text.includes('.') ? text.replace(PORT, '') : text);
}

function toRange(proxy: unknown): IpRange {
  // `10.*` is a search, and says less than it seems to.
  const range = typeof proxy === 'string' && !/[.*]$/.test(proxy) ? parseIpRange(proxy) : null;
  if (range === null) throw badOption(`trustProxy can't hold ${given(proxy)}. ${HINT}`);
  return range;
}
