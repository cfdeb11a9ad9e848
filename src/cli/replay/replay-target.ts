import type { LookupFunction } from 'node:net';
import { visibleText } from '../../format/visible-text.ts';
import { isLoopbackName } from '../../net/loopback.ts';
import { usageError } from '../command-error.ts';

/** The server that gets a replayed request. It is never read from the recorded request, which a client has written. */
export interface ReplayTarget {
  /** `http:` or `https:`. */
  readonly protocol: string;
  /** A name or an address, without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly authority: string;
  readonly origin: string;
  readonly isLoopback: boolean;
}

/** Reads `http://localhost:3000`. A path is ignored only if it is that of the root. */
export function parseReplayTarget(text: string): ReplayTarget {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw usageError(
      `"${visibleText(text)}" is not the address of a server. Use one such as http://localhost:3000`,
    );
  if (url.username !== '' || url.password !== '')
    throw usageError('The address of the server must not contain a user or password. Send them as a header.');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw usageError(
      `The address of the server has no path: use ${url.origin}. The path is that of the recorded request.`,
    );
  return {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
    authority: url.host,
    origin: url.origin,
    isLoopback: isLoopbackName(url.host),
  };
}

export function connectionTo({ hostname, isLoopback }: ReplayTarget) {
  return {
    // Servers on this machine have self-signed certificates.
    rejectUnauthorized: !isLoopback,
    // A name such as app.localhost is this machine, whatever DNS says.
    ...(isLoopback && { lookup: lookupLoopback }),
    ...(/^[\d.]+$|:/.test(hostname) ? {} : { servername: hostname }),
  };
}

const lookupLoopback: LookupFunction = (_hostname, { all }, callback) => {
  if (!all) callback(null, '127.0.0.1', 4);
  else
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
};
