import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { graphqlHandlers } from '../../support/graphql-servers.ts';
import { detailOf, entriesOf, serve } from '../../support/recorded-server.ts';

const SECRET = 'CANARY-7be1';
let running: RunningServer;
beforeAll(async () => {
  const handlers = await graphqlHandlers();
  running = await serve(async (request, response) => {
    // Each request has a path of its own, to be found by.
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    const name = `/${pathname.split('/')[1]}`;
    request.url = name + search;
    await handlers[name]?.(request, response);
    if (!response.writableEnded) await new Promise((resolve) => response.once('close', resolve));
  });
});
afterAll(() => running.close());

let count = 0;
/** Sends operations and returns what was recorded. */
async function send(server: string, body: object) {
  const path = `${server}/${count++}`;
  const response = await fetch(`http://127.0.0.1:${running.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = JSON.parse(await response.text());
  const [entry] = await entriesOf(running, path);
  const detail = await detailOf(running, path);
  expect(JSON.stringify([entry, detail])).not.toContain(SECRET);
  const spans = (detail.spans ?? []).filter(({ kind }) => kind === 'operation');
  const { operation, route, status } = entry ?? {};
  return { answer, operation, spans, route, status, entry, exception: detail.exception };
}

describe.each(['/apollo', '/yoga', '/mercurius', '/graphql17'])('%s', (server) => {
  // Yoga masks errors before they leave its executor.
  const kind = server === '/yoga' ? 'GraphQLError' : 'TypeError';

  test('a query with a name', async () => {
    const { operation, spans, answer } = await send(server, {
      query: `query Orders($id: ID) { orders(id: $id, filter: {text: "${SECRET}"}) { id items { name } } }`,
      variables: { id: SECRET },
    });
    expect(answer.data.orders[0]).toEqual({ id: '1', items: [{ name: 'tea' }] });
    expect(operation).toBe('query Orders');
    expect(spans).toMatchObject([{ name: 'query Orders', system: 'graphql', duration: expect.any(Number) }]);
    expect(spans[0]?.error).toBeUndefined();
  });

  test('a mutation, an operation without a name, and one of several', async () => {
    const mutation = await send(server, {
      query: `mutation AddItem { addItem(name: "${SECRET}") { price } second }`,
    });
    expect(mutation.answer.data).toEqual({ addItem: { price: 1 }, second: 2 });
    expect(mutation.operation).toBe('mutation AddItem');
    expect((await send(server, { query: '{ fast }' })).operation).toBe('query { fast }');
    expect((await send(server, { query: 'query ($n: Int) { slow(ms: $n) fast }' })).operation).toBe(
      'query { slow, … }',
    );
    const several = await send(server, {
      query:
        'query A { fast } # } query Z {\n query B($f: Filter = {text: "{}"}) { orders(filter: $f) { id } }',
      operationName: 'B',
    });
    expect(several.operation).toBe('query B');
  });

  test('the duration of an operation', async () => {
    const { spans } = await send(server, { query: 'query Slow { fast slow(ms: 80) orders { id } }' });
    expect(spans[0]?.duration).toBeGreaterThan(75_000);
    expect(spans[0]?.duration).toBeLessThan(1_000_000);
    const mutation = await send(server, { query: 'mutation Two { second addItem(name: "a") { name } }' });
    expect(mutation.spans[0]?.duration).not.toBeNull();
  });

  test('errors: the request has failed, with class, message and field', async () => {
    const failed = await send(server, { query: 'query Failing { failing(id: "7") }' });
    expect(failed.answer.errors).toHaveLength(1);
    expect(failed.spans[0]).toMatchObject({ name: 'query Failing', error: `${kind} at failing` });
    expect(failed.entry).toMatchObject({ status: 200, error: kind });
    const message = server === '/yoga' ? 'Unexpected error.' : 'there is nothing with the id 7';
    expect(failed.exception).toMatchObject({ name: kind, message });
    expect(failed.entry?.errorGroup).toContain(`${kind}: ${message.replace('7', '…')}`);
    expect(JSON.parse(failed.exception?.fields ?? '')).toMatchObject({ path: 'failing' });
    const partly = await send(server, { query: 'query Broken { orders { id broken } fast }' });
    expect(partly.answer.data.fast).toBe(2);
    const more = server === '/graphql17' ? '' : ', and 1 more';
    expect(partly.spans[0]?.error).toBe(`${kind} at orders.broken${more}`);
  });

  test('wrong variables', async () => {
    const { operation, spans, answer } = await send(server, {
      query: 'query Wrong($n: Int!) { slow(ms: $n) }',
      variables: { n: SECRET },
    });
    expect(answer.errors).toHaveLength(1);
    expect(operation).toBe('query Wrong');
    expect(spans[0]?.error).toContain('before execution');
  });

  test('a batch', async () => {
    const body = ['A', 'B', 'C'].map((name) => ({ query: `query ${name} { slow(ms: 5) }` }));
    const { operation, spans, answer } = await send(server, body);
    expect(answer).toHaveLength(3);
    expect(operation).toBe('query A (+2)');
    expect(spans.map(({ name }) => name)).toEqual(['query A', 'query B', 'query C']);
    const failing = await send(server, [{ query: 'query D { fast }' }, { query: 'query E { failing }' }]);
    expect(failing.spans.map(({ name, error }) => [name, error])).toEqual([
      ['query D', undefined],
      ['query E', `${kind} at failing`],
    ]);
  });

  test('200 requests at once have their own operation', async () => {
    const sent = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const name = `Op${n}x${Math.random().toString(36).slice(2, 6)}`;
        const query = `query ${name} { slow(ms: ${n % 7}) orders { id } }`;
        return { name, got: await send(server, { query }) };
      }),
    );
    for (const { name, got } of sent) {
      expect(got.operation).toBe(`query ${name}`);
      expect(got.spans).toHaveLength(1);
    }
  });
});

test('a query in the URL, without its values', async () => {
  const query = encodeURIComponent(
    `query Get($id: ID) { orders(id: $id, filter: {text: "${SECRET}"}) { id } }`,
  );
  const variables = encodeURIComponent(JSON.stringify({ id: SECRET }));
  await (await fetch(`http://127.0.0.1:${running.port}/yoga?query=${query}&variables=${variables}`)).text();
  const [entry] = await entriesOf(running, '/yoga');
  expect(entry?.operation).toBe('query Get');
  expect(JSON.stringify([entry, await detailOf(running, '/yoga')])).not.toContain(SECRET);
});

test.each(['graphql', 'yoga'])(
  'a subscription is one operation, whatever the number of its events: %s',
  async (server) => {
    const path = `/${server === 'yoga' ? 'yoga' : 'subscribe'}/${count++}`;
    const response = await fetch(`http://127.0.0.1:${running.port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription Ticks { ticks }' }),
    });
    expect((await response.text()).match(/"ticks":\d/g)).toEqual(['"ticks":1', '"ticks":2', '"ticks":3']);
    const [entry] = await entriesOf(running, path);
    expect(entry?.operation).toBe('subscription Ticks');
    const { spans = [] } = await detailOf(running, path);
    expect(spans.map(({ name }) => name)).toEqual(['subscription Ticks']);
  },
);
