import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Instrumentation, InstrumentationContext } from '../../src/index.ts';
import type { RunningServer } from '../support/frameworks/frameworks.ts';
import { requestDetail, serve } from '../support/recorded-server.ts';

let context: InstrumentationContext;
const driver: Instrumentation = {
  name: 'driver',
  start(given) {
    context = given;
    return () => {};
  },
};
let running: RunningServer;
afterEach(() => running.close());

function query(name = 'SELECT 1'): void {
  context
    .startSpan({ kind: 'sql', name, system: 'postgresql', database: 'shop' })
    ?.end({ rows: 2, waited: 3 });
}

test('a query has the line of the app that called it, also after waiting', async () => {
  const { prepareStackTrace, stackTraceLimit } = Error;
  running = await serve(
    async () => {
      query();
      await nextTurn();
      query();
      for (let n = 0; n < 100; n++) query();
      for (let n = 0; n < 200; n++) query(`SELECT a${n}`);
    },
    { instrumentations: [driver] },
  );
  const { spans = [] } = await requestDetail(running);
  expect(spans[0]).toMatchObject({ database: 'shop', rows: 2, wait: 3000, system: 'postgresql' });
  expect(spans[0]?.calledFrom).toMatch(/^test\/recording\/call-site\.test\.ts:\d+:\d+$/);
  expect(spans[1]?.calledFrom).toMatch(/^test\/recording\/call-site\.test\.ts:\d+:\d+$/);
  // Taking a stack costs time, so only the first queries have one, and the first with the same statement.
  const located = spans.filter(({ calledFrom }) => calledFrom !== undefined);
  expect(located).toHaveLength(100);
  expect(located.filter(({ name }) => name === spans[0]?.name)).toHaveLength(8);
  expect({ prepareStackTrace, stackTraceLimit }).toEqual({
    prepareStackTrace: Error.prepareStackTrace,
    stackTraceLimit: Error.stackTraceLimit,
  });
});

test('other libraries that format stacks are not disturbed', async () => {
  const { prepareStackTrace } = Error;
  const formatted: unknown[] = [];
  Error.prepareStackTrace = (error) => {
    formatted.push(error);
    return 'formatted';
  };
  try {
    running = await serve(() => query(), { instrumentations: [driver] });
    const { spans = [] } = await requestDetail(running);
    expect(spans[0]?.calledFrom).toContain('call-site.test.ts');
    expect(new Error('x').stack).toBe('formatted');
    expect(formatted.filter((error) => !(error instanceof Error))).toEqual([]);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
});
