import { afterEach, expect, test } from 'vitest';
import type { Span } from '../../../profile/profile.ts';
import { runInScope } from '../../context.ts';
import { LoadMeter } from '../../load-meter.ts';
import { Trail } from '../../trail.ts';
import { TextBudget } from '../../trail-items.ts';
import { createInstrumentationContext } from '../context.ts';
import { observePrisma } from './prisma.ts';

// Prisma itself runs in npm run e2e:queries -- --full.

/** What Prisma calls. */
interface Helper {
  isEnabled(): boolean;
  runInChildSpan<Result>(options: unknown, callback: () => Result): Result;
  dispatchEngineSpans(spans: unknown[], events?: unknown[], emit?: (event: unknown) => void): void;
}
const holder = globalThis as { PRISMA_INSTRUMENTATION?: { helper: Helper } | undefined };
const helper = () => holder.PRISMA_INSTRUMENTATION?.helper as Helper;
afterEach(() => {
  delete holder.PRISMA_INSTRUMENTATION;
});

const book = {};
const start = (of: object = book) => observePrisma(createInstrumentationContext(of, new LoadMeter()));

/** Runs this in a request of the book. Returns the recorded spans. */
async function record(run: () => unknown): Promise<readonly Span[]> {
  const settings = { load: new LoadMeter(), text: new TextBudget(), instrumentations: new Set<string>() };
  const trail = new Trail(
    performance.now(),
    { book, seq: null, takeSeq: () => null, fault() {}, fail() {} },
    settings,
  );
  await runInScope(trail, run);
  return trail.end(performance.now()).items.spans;
}

const FIND = { name: 'operation', attributes: { name: 'Author.findMany', method: 'findMany' } };
const query = (system: string, text: string) => ({
  name: 'db_query',
  attributes: { 'db.system.name': system, 'db.query.text': text },
});

test('records operations with the queries of MariaDB', async () => {
  const stop = start();
  const rows = Promise.resolve({ columnNames: ['id'], rows: [[1], [2]] });
  const spans = await record(() =>
    helper().runInChildSpan(FIND, () =>
      helper().runInChildSpan('serialize', () =>
        helper().runInChildSpan(query('mysql', 'SELECT 1'), () =>
          helper().runInChildSpan(query('postgresql', 'SELECT 2'), () => rows),
        ),
      ),
    ),
  );
  stop();
  expect(spans).toMatchObject([
    { kind: 'app', system: 'prisma', name: 'Author.findMany', parent: null },
    { kind: 'sql', system: 'mysql', name: 'SELECT 1', parent: 0, rows: 2 },
  ]);
});

test('returns what the callback returns, and throws what it throws', async () => {
  const stop = start();
  const promise = Promise.resolve(1);
  const invalid = Object.assign(new Error('name: "CANARY"'), {
    name: 'PrismaClientKnownRequestError',
    code: 'P2002',
  });
  const spans = await record(() => {
    expect(helper().runInChildSpan(FIND, () => promise)).toBe(promise);
    expect(helper().runInChildSpan(FIND, () => 7)).toBe(7);
    expect(() =>
      helper().runInChildSpan(FIND, () => {
        throw invalid;
      }),
    ).toThrow(invalid);
    return promise;
  });
  stop();
  expect(spans.map(({ error }) => error)).toEqual([
    undefined,
    undefined,
    'PrismaClientKnownRequestError: P2002',
  ]);
});

test('names the end of a transaction, which Prisma passes on as a comment', async () => {
  const stop = start();
  const spans = await record(() =>
    helper().runInChildSpan(query('mysql', '/* COMMIT (implicit) */'), () => 1),
  );
  stop();
  expect(spans[0]?.name).toBe('COMMIT');
});

test('records nothing outside of a request, and does not change what is sent to a remote engine', () => {
  const stop = start();
  expect(helper().isEnabled()).toBe(false);
  expect(helper().runInChildSpan(FIND, () => 1)).toBe(1);
  const events: unknown[] = [];
  helper().dispatchEngineSpans([], ['a', 'b'], (event) => events.push(event));
  helper().dispatchEngineSpans([]);
  expect(events).toEqual(['a', 'b']);
  stop();
});

test('two books share a helper, and the last one removes it', () => {
  const first = start();
  const shared = helper();
  const second = start({});
  expect(helper()).toBe(shared);
  first();
  expect(helper()).toBe(shared);
  second();
  expect('PRISMA_INSTRUMENTATION' in globalThis).toBe(false);
});

test('leaves a helper that another library has set, before or after', () => {
  const other = { helper: {} as Helper };
  holder.PRISMA_INSTRUMENTATION = other;
  start()();
  expect(holder.PRISMA_INSTRUMENTATION).toBe(other);
  delete holder.PRISMA_INSTRUMENTATION;
  const stop = start();
  holder.PRISMA_INSTRUMENTATION = other;
  stop();
  expect(holder.PRISMA_INSTRUMENTATION).toBe(other);
});
