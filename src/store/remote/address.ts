import { isIP } from 'node:net';
import { GatebookError } from '../../errors.ts';
import { isLoopbackAddress, isLoopbackName } from '../../net/loopback.ts';
import { isPrivate } from '../../net/networks.ts';

const PRIVATE_NETWORK = 'private-network';

/** Where a collector listens. */
export interface CollectorAddress {
  /** Scheme, host and port. Also the name in messages: it has no secret. */
  readonly origin: string;
  readonly isTls: boolean;
  /** Whether the key may be sent to this address, once the name of the host is resolved. */
  accepts(address: string): boolean;
}

/** Parses `https://collector.internal:4600`. Plain HTTP needs a loopback host, or `?insecure=private-network`. */
export function collectorAddress(storage: string): CollectorAddress {
  if (!URL.canParse(storage)) throw malformed('it is not a URL');
  const { protocol, hostname, host, username, password, pathname, searchParams, hash } = new URL(storage);
  if (username !== '' || password !== '')
    throw malformed('it has a user or a password. Set GATEBOOK_WRITE_KEY or GATEBOOK_KEY instead');
  if (pathname !== '/' || hash !== '') throw malformed('it has a path');
  const { insecure, ...others } = Object.fromEntries(searchParams);
  if (Object.keys(others).length > 0 || (insecure !== undefined && insecure !== PRIVATE_NETWORK))
    throw malformed(`the only parameter is insecure=${PRIVATE_NETWORK}`);
  const isTls = protocol === 'https:';
  const accepts = (address: string) =>
    isTls || isLoopbackAddress(address) || (insecure !== undefined && isPrivate(address));
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isRefused = isIP(literal) ? !accepts(literal) : insecure === undefined && !isLoopbackName(hostname);
  if (!isTls && isRefused)
    throw malformed(
      `the key and every request could be read on the way to ${host}. Use https, or add ?insecure=${PRIVATE_NETWORK} for an address of a private network`,
    );
  return { origin: `${protocol}//${host}`, isTls, accepts };
}

/** Never quotes the URL, which may have a secret in it. */
function malformed(problem: string): GatebookError {
  return new GatebookError(
    'bad-storage-url',
    `Invalid storage URL of a collector: ${problem}. Write it as https://HOST:4600.`,
  );
}
