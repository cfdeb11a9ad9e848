import { CUT_MARK } from '../format/cut-text.ts';
import { redactAndCut } from './redact-and-cut.ts';
import { REDACTED, type RedactRules } from './rules.ts';
import { findSecrets } from './text/find-secrets.ts';
import { hideFound } from './text/found.ts';

/** Longer URLs are cut and marked. */
const MAX_LENGTH = 8192;
const PORT = /:\d{1,5}$/;
const PAIR = /([?&;#])([^=&;#?]*)(=?)([^&;#]*)/g;
/** Parameters of GraphQL and tRPC requests that contain documents and values. */
const OPERATION_VALUES = /([?&;](?:query|variables|extensions|input|connectionParams)=)[^&#]+/g;

/** Redacts the credentials and secret values of an absolute URL or request target. */
export function redactUrl(url: string, rules: RedactRules): string {
  const wasCut = url.endsWith(CUT_MARK);
  const whole = wasCut ? url.slice(0, -CUT_MARK.length) : url;
  return redactAndCut(whole, MAX_LENGTH, (text) => redactParts(text, rules), wasCut);
}

/** Redacts a query without its question mark, or a form. */
export function redactQuery(query: string, rules: RedactRules): string {
  return redactParts(`?${query}`, rules).slice(1);
}

/** Redacts the credentials before a host; keeps its port. */
export function redactHost(host: string, rules: RedactRules): string {
  const at = host.lastIndexOf('@');
  const port = PORT.exec(host)?.[0] ?? '';
  const name = redactParts(host.slice(at + 1, host.length - port.length), rules);
  return `${at > 0 ? `${REDACTED}@` : host.slice(0, at + 1)}${name}${port}`;
}

export function withoutOperationValues(url: string): string {
  return url.replace(OPERATION_VALUES, `$1${REDACTED}`);
}

function redactParts(original: string, rules: RedactRules): string {
  const url = rules.strict ? withoutValues(original, rules) : original;
  return hideFound(url, findSecrets(url, rules, true), rules);
}

/** Removes all values of a query. Text without a name may be a value. */
function withoutValues(url: string, rules: RedactRules): string {
  return url.replace(PAIR, (pair, start: string, name: string, equals: string, value: string) => {
    if (rules.isAllowed(name) || (equals === '' && (name === '' || start === '#'))) return pair;
    return equals === '' ? start + REDACTED : `${start}${name}=${value === '' ? '' : REDACTED}`;
  });
}
