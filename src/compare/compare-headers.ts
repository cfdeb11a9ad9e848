import type { Header } from '../profile/profile.ts';
import { type Difference, NOISE, type Subject, valuePair, WEIGHTS } from './difference.ts';
import { isSameShape } from './value-shape.ts';

/**
 * Headers that differ between equal requests: they name this one request, the connection, a copy in a cache, the hop that
 * passed it on, or a limit that counts down.
 */
const VARYING_HEADERS =
  /^(?::.*|age|cache-control|cf-.*|cdn-.*|connection|content-length|content-md5|date|digest|downlink|ect|etag|expires|forwarded|idempotency-key|if-(?:match|none-match|modified-since|unmodified-since|range)|keep-alive|last-modified|pragma|priority|ratelimit.*|rtt|sec-ch-.*|sec-fetch-.*|sec-websocket-key|server-timing|traceparent|tracestate|baggage|b3|uber-trace-id|transfer-encoding|via|x-amz.*|x-b3-.*|x-cache.*|x-cloud-trace-.*|x-correlation-id|x-forwarded-.*|x-ratelimit.*|x-real-ip|x-request-id|x-request-start|x-response-time|x-runtime|x-served-by|x-trace.*)$/;
/** Headers that describe the client, not the request. */
const OF_THE_CLIENT = new Set(['accept-language', 'referer', 'user-agent']);
/** Cookies of analytics. */
const VARYING_COOKIES = /^(?:_ga|_gid|_gat|_fb|_hj|_utm|__utm|_pk_|amp_|mp_|ajs_|__cf|intercom-)/;

/** Whether a header, in lowercase, differs between equal requests. */
export function isVarying(name: string): boolean {
  return VARYING_HEADERS.test(name);
}

/** The headers that were sent, and the cookies by name. */
export function compareRequestHeaders(a: readonly Header[], b: readonly Header[]): readonly Difference[] {
  return [
    ...compareNamed('header', headerMap(a), headerMap(b), (name, from, to) => {
      if (isVarying(name)) return NOISE;
      if (to === null) return WEIGHTS.inputMissing;
      const isOfClient = OF_THE_CLIENT.has(name);
      if (from === null) return isOfClient ? WEIGHTS.client : WEIGHTS.inputNew;
      if (isSameShape(from, to)) return NOISE;
      return isOfClient ? WEIGHTS.client : WEIGHTS.inputChanged;
    }),
    ...compareNamed('cookie', cookieMap(a), cookieMap(b), (name, _, to) => {
      if (VARYING_COOKIES.test(name)) return NOISE;
      return to === null ? WEIGHTS.inputMissing : WEIGHTS.inputNew;
    }),
  ];
}

/** If the status differs, other headers are expected: they are noise. */
export function compareResponseHeaders(
  a: readonly Header[],
  b: readonly Header[],
  isSameStatus: boolean,
): readonly Difference[] {
  return compareNamed('response header', headerMap(a), headerMap(b), (name, from, to) => {
    if (isVarying(name) || !isSameStatus) return NOISE;
    return from !== null && to !== null && isSameShape(from, to) ? NOISE : WEIGHTS.response;
  });
}

export function compareNamed(
  subject: Subject,
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
  weigh: (name: string, a: string | null, b: string | null) => number,
): readonly Difference[] {
  return [...new Set([...a.keys(), ...b.keys()])].map((name) => {
    const [from, to] = [a.get(name) ?? null, b.get(name) ?? null];
    return valuePair(subject, name, from, to, from === to ? NOISE : weigh(name, from, to));
  });
}

export function joinByName(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of pairs)
    values.set(name, values.has(name) ? `${values.get(name)}, ${value}` : value);
  return values;
}

/** Cookies are compared one by one if their names are known. */
function headerMap(headers: readonly Header[]): ReadonlyMap<string, string> {
  return joinByName(
    headers
      .map(([name, value]): [string, string | null] => [name.toLowerCase(), value])
      .filter(([name, value]) => name !== 'cookie' || value === null)
      .map(([name, value]) => [name, value ?? 'withheld']),
  );
}

function cookieMap(headers: readonly Header[]): ReadonlyMap<string, string> {
  const cookies = headers.filter(([name]) => name.toLowerCase() === 'cookie');
  const names = cookies.flatMap(([, value]) =>
    (value ?? '').split(';').map((pair) => pair.split('=', 1)[0] ?? ''),
  );
  return new Map(
    names.map((name) => name.trim()).flatMap((name) => (name === '' ? [] : [[name, 'withheld']])),
  );
}
