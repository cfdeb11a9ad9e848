import { visibleText } from '../../format/visible-text.ts';
import { isAuthority } from '../../net/client.ts';
import { CONNECTION_HEADERS } from '../../report/export/replayable-request.ts';
import { usageError } from '../command-error.ts';

/** A header as it is sent: the name in lower case, and its value. */
export type SentHeader = readonly [name: string, value: string];

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Without line breaks, a value can't start another header. Bytes above 127 are sent as characters of Latin-1. */
const VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

export function isSendableHeader(name: string, value: string): boolean {
  return NAME.test(name) && VALUE.test(value);
}

/** Reads `Name: value`. The value is not part of a message: it may be a secret. */
export function parseGivenHeader(text: string): SentHeader {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
  const value = text.slice(colon + 1).trim();
  if (colon < 0 || !NAME.test(name))
    throw usageError(
      "A header needs a name and a value. Use 'Name: value', such as 'Authorization: Bearer x'.",
    );
  if (CONNECTION_HEADERS.has(name))
    throw usageError(`The header "${visibleText(name)}" describes the connection and can't be given.`);
  if (!VALUE.test(value) || (name === 'host' && !isAuthority(value)))
    throw usageError(`The value of the header "${visibleText(name)}" can't be sent.`);
  return [name, value];
}
