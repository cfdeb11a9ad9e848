import type { IncomingMessage } from 'node:http';
import { describeValue } from '../../errors.ts';
import { visibleText } from '../../format/visible-text.ts';
import { canonicalIp } from '../../net/ip.ts';
import { isCrossSite, isLoopbackAddress, isProxied } from '../../net/loopback.ts';
import { checkTransport, type TransportRules } from './transport.ts';

/**
 * Why a request without the key did not get the page, for the operator of the app; `null` for one that another site has sent. It has no
 * text of the request: a Host could make the operator create a link for another site.
 */
export function explainRefusal(request: IncomingMessage, base: string, rules: TransportRules): string | null {
  if (isCrossSite(request.headers)) return null;
  const address = request.socket.remoteAddress ?? '';
  const isLocal = isLoopbackAddress(address);
  if (isLocal && !isProxied(request)) return null;
  const client = isLocal ? 'A client behind a proxy' : visibleText(canonicalIp(address) || 'A client');
  const transport = checkTransport(request, rules);
  return (
    `${client} asked for ${base} and got the answer of the app, because the page opens only with its key. ` +
    'To open it, run "npx gatebook open URL" where the book is, with the address of the app in your browser as the URL.' +
    (transport.isSafe
      ? ''
      : ` That link would be refused too: this request was not secure, because ${transport.reason}.`)
  );
}

/** Explains the option `authorize` when it failed. */
export const TOO_EARLY =
  'It gets the IncomingMessage of node:http, and runs before the app, which has not read a session or a user yet: book.page() shows the page after that.';

/**
 * Why the function that decides who sees the page did not decide; `null` if it did.
 * @param hint the likely reason
 */
export function explainAuthorize(
  what: string,
  result: { readonly value: unknown } | { readonly error: unknown },
  hint: string,
): string | null {
  if ('value' in result) {
    const { value } = result;
    if (typeof value === 'boolean') return null;
    // A text may be secret.
    const shown = typeof value === 'string' ? 'a string' : describeValue(value);
    return `${what} returned ${shown}, so the page stays closed. Return true to open it. ${hint}`.trimEnd();
  }
  const { error } = result;
  const reason = visibleText(
    error instanceof Error ? `${error.name}: ${error.message}` : describeValue(error),
  );
  return `${what} threw an error, so the page stays closed: ${reason}. ${hint}`.trimEnd();
}
