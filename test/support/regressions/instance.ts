import type { Detail, Header, Profile, Span } from '../../../src/profile/profile.ts';
import { sampleProfile } from '../../../src/store/conformance/sample-profile.ts';
import type { Random } from './random.ts';
import type { Model, Step } from './requests.ts';

/** One request of a model, with the times, ids and order that differ between equal requests. */
export function instanceOf(model: Model, seq: number, time: number, random: Random): Profile {
  const fill = (text: string) => filled(text, random);
  const spans = spansOf(model.steps, random);
  const end = Math.max(0, ...spans.map(({ at, duration }) => at + (duration ?? 0)));
  const handler = Math.round(random.between(200, 500) * random.jitter());
  const duration = Math.round(end + random.between(300, 900));
  const query = Object.entries(model.parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(fill(value))}`,
  );
  const path = model.route.replace(':month', '2026-{id}').replace(/:\w+/g, '{id}');
  const url = `https://shop.example${fill(path)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const failed = model.status >= 400;
  const body = model.body && JSON.stringify(model.body).replace(/\{(?:id|hex|uuid|millis|time)\}/g, fill);
  const sample = sampleProfile({
    seq,
    time,
    method: model.method,
    route: model.route,
    url,
    status: model.status,
    duration,
    ip: `203.0.113.${random.between(1, 250)}`,
    user: model.user,
    release: model.release,
    instance: `web-${random.between(1, 3)}:${random.between(100, 30_000)}`,
    trace: random.hex(32),
    error: model.exception?.name ?? '',
    responseBytes: random.between(200, 9000),
    requestBytes: body?.length ?? 0,
    queries: spans.filter(({ kind }) => kind === 'sql' || kind === 'cache' || kind === 'document').length,
  });
  const detail: Detail = {
    httpVersion: '1.1',
    socketIp: '10.0.0.2',
    requestHeaders: requestHeaders(model, fill, random),
    responseHeaders: [
      ['date', new Date(time / 1000).toUTCString()],
      ['content-type', failed ? 'application/problem+json' : 'application/json'],
      ['etag', `W/"${random.hex(12)}"`],
      ['content-length', String(random.between(200, 9000))],
      ['x-request-id', fill('{uuid}')],
    ],
    exception: model.exception && {
      name: model.exception.name,
      message: fill(model.exception.message),
      stack: '    at pay (/srv/app/pay.js:12:5)',
      cause: null,
    },
    phases: { handler, headers: Math.round(end + 100), finished: duration },
    spans,
    logs: model.logs.map(([level, text], i) => ({ at: 100 * i, source: 'app', level, text: fill(text) })),
    notes: Object.entries(model.notes).map(([key, value]) => ({ key, value: fill(value) })),
    cpu: random.between(800, 9000),
    loopDelay: random.between(100, 6000),
    ...(body !== null && {
      requestBody: { type: 'application/json', bytes: body.length, text: body },
    }),
  };
  return { entry: sample.entry, detail };
}

function requestHeaders(model: Model, fill: (text: string) => string, random: Random): Header[] {
  const headers: Header[] = Object.entries(model.headers).map(([name, value]) => [
    name,
    value && fill(value),
  ]);
  const cookies = random.shuffle(model.cookies).map((name) => `${name}=***`);
  if (cookies.length > 0) headers.push(['cookie', cookies.join('; ')]);
  headers.push(
    ['traceparent', `00-${random.hex(32)}-${random.hex(16)}-01`],
    ['x-request-id', fill('{uuid}')],
  );
  if (random.chance(0.3)) headers.push(['if-none-match', `W/"${random.hex(12)}"`]);
  if (random.chance(0.2)) headers.push(['cache-control', 'no-cache']);
  return random.chance(0.5) ? random.shuffle(headers) : headers;
}

/** Steps one after the other; those that run in parallel start together, in any order. */
function spansOf(steps: readonly Step[], random: Random): Span[] {
  const spans: Span[] = [];
  let at = random.between(300, 600);
  for (let i = 0; i < steps.length; ) {
    const first = steps[i] as Step;
    const together = steps
      .slice(i)
      .filter((_, n, rest) => n === 0 || isTogether(first, rest.slice(0, n + 1)));
    const started = at;
    for (const step of together.length > 1 ? random.shuffle(together) : together) {
      const runs = step.loop ? random.between(...step.loop) : 1;
      for (let run = 0; run < runs; run++) {
        const from = together.length > 1 ? started + random.between(0, 80) : at;
        const span = spanOf(step, from, random);
        spans.push(span);
        at = Math.max(at, from + (span.duration ?? 0) + random.between(20, 200));
      }
    }
    i += together.length;
  }
  return spans;
}

function isTogether({ parallel }: Step, upTo: readonly Step[]): boolean {
  return parallel !== undefined && upTo.every((step) => step.parallel === parallel);
}

function spanOf(step: Step, at: number, random: Random): Span {
  const hiccup = random.chance(0.02) ? random.between(200, 4000) : 0;
  const duration = Math.round(step.time * random.jitter()) + hiccup + (step.wait ?? 0);
  return {
    kind: step.kind,
    name: filled(step.name, random),
    at,
    duration: step.unfinished ? null : duration,
    parent: null,
    ...(step.system !== undefined && { system: step.system }),
    ...(step.wait !== undefined && { wait: step.wait }),
    ...(step.error !== undefined && { error: step.error }),
    ...(step.status !== undefined && step.error === undefined && { status: step.status }),
  };
}

function filled(text: string, random: Random): string {
  return text.replace(/\{(\w+)\}/g, (_, what: string) => {
    if (what === 'hex') return random.hex(16);
    if (what === 'uuid')
      return `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`;
    if (what === 'millis') return String(1_794_000_000_000 + random.between(0, 9e9));
    if (what === 'time') return new Date(1_794_000_000_000 + random.between(0, 9e9)).toISOString();
    return String(random.between(1, random.pick([9, 99, 9999, 999_999])));
  });
}
