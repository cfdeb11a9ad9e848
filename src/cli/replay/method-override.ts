import type { PlannedRequest } from './planned-request.ts';

const HEADERS = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);
/** `_method`, or the list `_method[]`, which parsers of forms join. */
const FIELD = /^_method(?:$|\[)/i;
/** In a body of multipart/form-data. Its value is not read: no request that only reads has such a form. */
const FORM_DATA_FIELD = /\bname="?_method\b/i;
/** A replay sends no longer method. */
const MAX_LENGTH = 32;

/**
 * The methods that an app may take instead of the one of a request: from the headers and the field that the middleware of
 * Express, Hono, Rails, Symfony and others read.
 */
export function overridingMethods({ headers, path, body }: PlannedRequest): readonly string[] {
  const text = Buffer.from(body).toString();
  const query = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  const found = [
    // A server may not distinguish underscores in names.
    ...headers.filter(([name]) => HEADERS.has(name.replaceAll('_', '-'))).map(([, value]) => value),
    ...fields(query),
    ...fields(text),
    ...jsonField(text),
    ...(FORM_DATA_FIELD.test(text) ? ['_method'] : []),
  ];
  return found
    .flatMap((value) => value.split(','))
    .map((value) => value.trim().toUpperCase().slice(0, MAX_LENGTH))
    .filter((value) => value !== '');
}

/** From a query or a form. */
function fields(text: string): readonly string[] {
  return [...new URLSearchParams(text.replaceAll(';', '&'))]
    .filter(([name]) => FIELD.test(name.trim()))
    .map(([, value]) => value);
}

function jsonField(text: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && '_method' in parsed
      ? [String(parsed._method)]
      : [];
  } catch {
    return [];
  }
}
