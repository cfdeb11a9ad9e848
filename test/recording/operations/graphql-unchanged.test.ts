import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { requestDetail, serve } from '../../support/recorded-server.ts';
import { sendRequest } from '../../support/request.ts';

const require = createRequire(import.meta.url);
const graphql: typeof import('graphql') = require('graphql');
const FILES = {
  'execution/collectFields.js': 'collectFields',
  'execution/values.js': 'getVariableValues',
  'jsutils/promiseForObject.js': 'promiseForObject',
  'jsutils/promiseReduce.js': 'promiseReduce',
  'error/locatedError.js': 'locatedError',
};
const patched = () => Object.entries(FILES).map(([file, name]) => require(`graphql/${file}`)[name]);

const schema = graphql.buildSchema(`
  type Node { self: Node, later: Node, value: Int!, fails: Int, failsLater: Int! }
  type Query { node: Node, later: Node, add(n: Int!): Int }
  type Mutation { node: Node, later: Node }
`);
const node = {
  self: () => node,
  later: async () => node,
  value: 1,
  fails: () => {
    throw new RangeError('fails');
  },
  failsLater: async () => Promise.reject('later'),
};
const rootValue = { node, later: node.later, add: ({ n }: { n: number }) => n + 1 };

/** Operations of all kinds: synchronous, asynchronous, failing at any depth, nested, refused. */
function operations(): { query: string; variableValues?: Record<string, unknown> }[] {
  const fields = [
    'value',
    'fails',
    'failsLater',
    'self { value }',
    'later { value fails }',
    'later { failsLater }',
  ];
  const list: { query: string; variableValues?: Record<string, unknown> }[] = [];
  for (const type of ['query', 'mutation'])
    for (const root of ['node', 'later'])
      for (const a of fields)
        for (const b of fields)
          list.push({ query: `${type} A { ${root} { a: ${a} b: ${b} } node { self { later { value } } } }` });
  for (const n of [1, 'one', null])
    list.push({ query: 'query B($n: Int!) { add(n: $n) }', variableValues: { n } });
  return [
    ...list,
    { query: 'subscription C { none }' },
    { query: 'query D { a: add(n: 1) ...F } fragment F on Query { add(n: 2) }' },
  ];
}

/** Only the first operations of a request are observed to their end, so each request starts with others. */
async function runAll(first = 0): Promise<unknown[]> {
  const results: unknown[] = [];
  const all = operations();
  for (const { query, variableValues } of [...all.slice(first), ...all.slice(0, first)]) {
    const result = graphql.execute({ schema, document: graphql.parse(query), rootValue, variableValues });
    const isSync = !(result instanceof Promise);
    const { data, errors } = await result;
    results.push([
      isSync,
      JSON.stringify(data),
      errors?.map((error) => [error.message, error.path, error.originalError]),
    ]);
  }
  return results;
}

test('results, errors and whether they are promises are the same, and closing the book undoes the patch', async () => {
  const before = patched();
  const expected = await runAll();
  let first = 0;
  let results: unknown[] = [];
  const running = await serve(async () => {
    results = await runAll(first);
  });
  expect(patched()).not.toEqual(before);
  const detail = await requestDetail(running);
  expect(results.length).toBeGreaterThan(100);
  for (; first < expected.length; first += 19) {
    await sendRequest(running.port, '/');
    expect(results).toEqual([...expected.slice(first), ...expected.slice(0, first)]);
  }
  expect(detail.spans).toHaveLength(20);
  expect(detail.spans?.every(({ duration }) => duration !== null)).toBe(true);
  expect(running.book.stats().faults).toBe(0);
  await running.close();
  expect(patched()).toEqual(before);
});
