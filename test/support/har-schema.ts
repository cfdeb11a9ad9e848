/**
 * The HAR 1.2 specification (http://www.softwareishard.com/blog/har-12-spec/): required and optional fields of each object,
 * and their types. Custom fields start with an underscore.
 */

type Check = (value: unknown, at: string) => string[];

const text: Check = (value, at) => (typeof value === 'string' ? [] : [`${at} is not a string`]);
const number: Check = (value, at) => (Number.isFinite(value) ? [] : [`${at} is not a number`]);
const whole: Check = (value, at) => (Number.isInteger(value) ? [] : [`${at} is not an integer`]);
const size: Check = (value, at) => (Number(value) >= -1 ? whole(value, at) : [`${at} is not a size`]);
/** Milliseconds; -1 if it does not apply. */
const maybeTime: Check = (value, at) => (value === -1 ? [] : time(value, at));
const time: Check = (value, at) => (Number(value) >= 0 ? number(value, at) : [`${at} is not a duration`]);
const date: Check = (value, at) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(String(value)) &&
  !Number.isNaN(Date.parse(String(value)))
    ? []
    : [`${at} is not an ISO 8601 time`];

function list(item: Check): Check {
  return (value, at) =>
    Array.isArray(value)
      ? value.flatMap((element, i) => item(element, `${at}[${i}]`))
      : [`${at} is not an array`];
}

function object(required: Record<string, Check>, optional: Record<string, Check> = {}, rule?: Check): Check {
  const known: Record<string, Check> = { ...required, comment: text, ...optional };
  return (value, at) => {
    if (typeof value !== 'object' || value === null) return [`${at} is not an object`];
    const fields = new Map(Object.entries(value));
    return [
      ...Object.keys(required).flatMap((name) => (fields.has(name) ? [] : [`${at}.${name} is missing`])),
      ...[...fields].flatMap(([name, field]) => {
        if (name.startsWith('_')) return [];
        return Object.hasOwn(known, name)
          ? (known[name]?.(field, `${at}.${name}`) ?? [])
          : [`${at}.${name} is unknown`];
      }),
      ...(rule?.(value, at) ?? []),
    ];
  };
}

const pair = object({ name: text, value: text });
const cookie = object({ name: text, value: text }, { path: text, domain: text, expires: date });
const timings = object(
  { send: time, wait: time, receive: time },
  { blocked: maybeTime, dns: maybeTime, connect: maybeTime, ssl: maybeTime },
);
const request = object(
  {
    method: text,
    url: text,
    httpVersion: text,
    cookies: list(cookie),
    headers: list(pair),
    queryString: list(pair),
    headersSize: size,
    bodySize: size,
  },
  // Either params or text.
  {
    postData: object(
      { mimeType: text },
      { params: list(object({ name: text }, { contentType: text })), text },
    ),
  },
);
const content = object({ size: whole, mimeType: text }, { compression: whole, text, encoding: text });
const response = object({
  status: whole,
  statusText: text,
  httpVersion: text,
  cookies: list(cookie),
  headers: list(pair),
  content,
  redirectURL: text,
  headersSize: size,
  bodySize: size,
});

/** `time` is the sum of the timings that apply; `ssl` is part of `connect`. */
const addsUp: Check = (value, at) => {
  const { time: total, timings: parts } = value as { time: number; timings: Record<string, number> };
  const applied = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map((name) => parts?.[name] ?? 0);
  const sum = applied.filter((part) => part > 0).reduce((a, b) => a + b, 0);
  return Math.abs(sum - total) < 0.001 ? [] : [`${at}.time is not the sum of its timings`];
};

const entry = object(
  { startedDateTime: date, time, request, response, cache: object({}), timings },
  { pageref: text, serverIPAddress: text, connection: text },
  addsUp,
);
const creator = object({ name: text, version: text });
const log = object(
  { version: text, creator, entries: list(entry) },
  { browser: creator, pages: list(object({ startedDateTime: date, id: text, title: text })) },
);

/** The violations of the specification; empty for a valid HAR. */
export function harErrors(har: unknown): string[] {
  return object({ log })(har, 'har');
}
