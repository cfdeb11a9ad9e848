/**
 * HAR 1.2 as its specification has it (http://www.softwareishard.com/blog/har-12-spec/): which fields each
 * object must have and may have, and of which type. A field of somebody's own starts with an underscore.
 */

type Check = (value: unknown, at: string) => string[];

const text: Check = (value, at) => (typeof value === 'string' ? [] : [`${at} is no text`]);
const number: Check = (value, at) => (Number.isFinite(value) ? [] : [`${at} is no number`]);
const whole: Check = (value, at) => (Number.isInteger(value) ? [] : [`${at} is no whole number`]);
const size: Check = (value, at) => (Number(value) >= -1 ? whole(value, at) : [`${at} is no size`]);
/** Milliseconds; -1 where it does not apply. */
const maybeTime: Check = (value, at) => (value === -1 ? [] : time(value, at));
const time: Check = (value, at) => (Number(value) >= 0 ? number(value, at) : [`${at} is no time`]);
const date: Check = (value, at) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(String(value)) &&
  !Number.isNaN(Date.parse(String(value)))
    ? []
    : [`${at} is no ISO 8601 time`];

function list(of: Check): Check {
  return (value, at) =>
    Array.isArray(value) ? value.flatMap((item, i) => of(item, `${at}[${i}]`)) : [`${at} is no list`];
}

function object(must: Record<string, Check>, may: Record<string, Check> = {}, rule?: Check): Check {
  const known: Record<string, Check> = { ...must, comment: text, ...may };
  return (value, at) => {
    if (typeof value !== 'object' || value === null) return [`${at} is no object`];
    const fields = new Map(Object.entries(value));
    return [
      ...Object.keys(must).flatMap((name) => (fields.has(name) ? [] : [`${at}.${name} is missing`])),
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
  { postData: object({ mimeType: text, params: list(object({ name: text })), text }) },
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

/** The time is the sum of those timings that apply; `ssl` is part of `connect`. */
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

/** What is wrong with it; nothing when it is a HAR. */
export function harErrors(har: unknown): string[] {
  return object({ log })(har, 'har');
}
