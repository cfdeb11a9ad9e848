import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { stageException, toException } from './exception.ts';

class Named extends Error {}

test('takes the name of an error, or its class', () => {
  expect(toException(new TypeError('x')).name).toBe('TypeError');
  expect(toException(new Named('x')).name).toBe('Named');
  expect(toException(Object.assign(new Error('x'), { name: 'Mine' })).name).toBe('Mine');
  expect(toException(new (class extends TypeError {})()).name).toBe('TypeError');
});

test('converts any name to a string and cuts it', () => {
  for (const name of [{}, () => 1, 7n, ['x']])
    expect(typeof toException(Object.assign(new Error('x'), { name })).name).toBe('string');
  const bare = Object.setPrototypeOf(
    new Error('x'),
    Object.create(Error.prototype, { constructor: { value: null } }),
  );
  expect(toException(bare).name).toBe('Error');
  expect(toException(Object.assign(new Error('x'), { name: 'N'.repeat(9000) })).name).toHaveLength(200);
});

const throwing = {
  enumerable: true,
  get: () => {
    throw new Error('a getter was called');
  },
};
/** Fails on any use. */
const untouchable = (target: object) => new Proxy(target, new Proxy({}, throwing));
const fieldsOf = (thrown: unknown) => JSON.parse(toException(thrown).fields ?? '{}');

test('keeps the fields of an error, of its class too', () => {
  class NotFound extends Error {
    readonly details = { id: 7, tried: ['a', 'b'] };
  }
  Object.assign(NotFound.prototype, { status: 404, expose: true });
  const error = Object.assign(new NotFound('no'), {
    code: 'E_NOT_FOUND',
    retryAfter: null,
    skipped: undefined,
  });
  expect(fieldsOf(error)).toEqual({
    code: 'E_NOT_FOUND',
    status: 404,
    expose: true,
    details: { id: 7, tried: ['a', 'b'] },
    retryAfter: null,
  });
  expect(toException(new Error('none'))).not.toHaveProperty('fields');
});

test('names what it leaves out of the fields', () => {
  class Socket {
    readonly password = 'CANARY';
  }
  const cycle: Record<string, unknown> = { a: 1 };
  cycle.self = cycle;
  const error = Object.assign(new Error('x'), {
    socket: new Socket(),
    buffer: Buffer.from('CANARY'),
    map: new Map([['CANARY', 1]]),
    date: new Date(0),
    never: new Date(Number.NaN),
    run: () => 'CANARY',
    symbol: Symbol('s'),
    big: 12n,
    huge: 10n ** 100_000n,
    nan: Number.NaN,
    cycle,
    inner: Object.assign(new TypeError('inner'), { secret: 'CANARY' }),
    promise: Promise.resolve('CANARY'),
    proxy: untouchable({}),
    call: untouchable(() => {}),
    bare: Object.assign(Object.create(null), { b: true }),
    deep: { a: { b: { c: { d: { e: { f: 1 } } } } } },
    list: Array.from({ length: 500 }, (_, i) => i),
    [Symbol('internal')]: 'CANARY',
  });
  const fields = fieldsOf(error);
  expect(fields).toMatchObject({
    socket: '[Socket]',
    buffer: '[Buffer]',
    map: '[Map]',
    date: '1970-01-01T00:00:00.000Z',
    never: 'Invalid Date',
    run: '[Function]',
    symbol: 'Symbol(s)',
    big: '12n',
    huge: '[BigInt]',
    nan: 'NaN',
    cycle: { a: 1, self: '[Circular]' },
    inner: 'TypeError: inner',
    promise: '[Promise]',
    proxy: '[Proxy]',
    call: '[Proxy]',
    bare: { b: true },
  });
  expect(JSON.stringify(fields.deep)).toContain('[Object]');
  expect(fields.list).toHaveLength(21);
  expect(fields.list.at(-1)).toBe('… 480 more');
  expect(JSON.stringify(fields)).not.toContain('CANARY');
});

test('bounds the fields in number and in bytes', () => {
  const many = Object.assign(
    new Error('x'),
    Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`f${i}`, i])),
  );
  const fields = fieldsOf(many);
  expect(Object.keys(fields).length).toBeLessThanOrEqual(41);
  expect(fields['…']).toMatch(/^8\d\d more$/);
  const long = Object.assign(new Error('x'), { body: 'b'.repeat(1e6), ['k'.repeat(1e5)]: 1 });
  expect(toException(long).fields?.length).toBeLessThan(1500);
  const wide = () => Array.from({ length: 20 }, () => Array.from({ length: 20 }, () => 'w'.repeat(900)));
  expect(toException(Object.assign(new Error('x'), { wide: wide() })).fields?.length).toBeLessThan(25_000);
});

test('reads no more objects for a moment after a large one', () => {
  const large = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]));
  expect(fieldsOf(Object.assign(new Error('x'), { large, after: { a: 1 } }))).toMatchObject({
    large: { k0: 0, '…': '19960 more' },
    after: '[Object]',
  });
  expect(fieldsOf(Object.assign(new Error('x'), { code: 'E', other: 1 }))).toEqual({ code: 'E' });
  const end = performance.now() + 250;
  while (performance.now() < end);
  expect(fieldsOf(Object.assign(new Error('x'), { other: { a: 1 } }))).toEqual({ other: { a: 1 } });
});

test('calls no getter of a field and no trap of a proxy', () => {
  const error = Object.defineProperties(new Error('x', { cause: untouchable({}) }), {
    response: throwing,
    status: throwing,
    code: throwing,
    errors: throwing,
  });
  Object.setPrototypeOf(error, Object.create(Error.prototype, { expose: throwing, statusCode: throwing }));
  expect(toException(error)).toMatchObject({
    name: 'Error',
    message: 'x',
    fields: '{"response":"[Getter]","status":"[Getter]","code":"[Getter]","errors":"[Getter]"}',
    cause: { name: 'Proxy', message: '[Proxy]' },
  });
  expect(toException(untouchable(new Error('x')))).toMatchObject({ name: 'Proxy', isError: false });
  const child = Object.setPrototypeOf(new Error('x'), untouchable({}));
  expect(toException(child).name).not.toBe('');
});

test('reads what it can of an error whose name or message throws', () => {
  const message = Object.defineProperty(new TypeError('x'), 'message', throwing);
  const name = Object.defineProperty(new TypeError('x'), 'name', throwing);
  expect(toException(message)).toMatchObject({ name: 'TypeError', message: '' });
  expect(toException(name)).toMatchObject({ name: 'TypeError', message: 'x' });
  expect(toException(Object.assign(new Error('x'), { name: Object.create(null) })).name).toBe('Error');
  expect(toException(Object.assign(new Error('x'), { message: { a: ['b'] } })).message).toBe('{"a":["b"]}');
});

test('keeps the errors of an AggregateError, nested and bounded', () => {
  const inner = new AggregateError([new RangeError('deep')], 'inner');
  const error = new AggregateError([new TypeError('one'), inner, 'text'], 'all failed');
  expect(toException(error)).toMatchObject({
    name: 'AggregateError',
    message: 'all failed',
    errors: [
      { name: 'TypeError', message: 'one', stack: expect.stringMatching(/^ {4}at /) },
      { name: 'AggregateError', errors: [{ name: 'RangeError', message: 'deep' }] },
      { name: 'string', message: 'text', isError: false },
    ],
  });
  const many = toException(new AggregateError(Array.from({ length: 1000 }, (_, i) => new Error(`e${i}`))));
  expect(many.errors?.length).toBeLessThan(12);
  expect((many.errors?.length ?? 0) + (many.moreErrors ?? 0)).toBe(1000);
  const cycle = new AggregateError([]);
  cycle.errors.push(new Error('first'), cycle);
  expect(toException(cycle)).toMatchObject({ errors: [{ message: 'first' }], moreErrors: 1 });
  const items = Object.assign(new Error('x'), { errors: [{ path: 'email', message: 'is empty' }] });
  expect(fieldsOf(items)).toEqual({ errors: [{ path: 'email', message: 'is empty' }] });
});

test('keeps causes up to a limit, and ends with a cycle', () => {
  const chain = (depth: number): Error =>
    new Error(`c${depth}`, depth > 0 ? { cause: chain(depth - 1) } : {});
  let depth = 0;
  for (let e = toException(chain(100)).cause; e; e = e.cause) depth++;
  expect(depth).toBe(5);
  const [a, b] = [new Error('a'), new Error('b')];
  a.cause = b;
  b.cause = a;
  expect(toException(a)).toMatchObject({ message: 'a', cause: { message: 'b', cause: null } });
  expect(toException(new Error('x', { cause: { status: 418 } })).cause).toMatchObject({
    name: 'object',
    fields: '{"status":418}',
  });
});

test('describes thrown values that are not errors', () => {
  class Failure {
    readonly status = 418;
  }
  const plain = { stack: '', cause: null, isError: false };
  for (const [thrown, expected] of [
    [
      { status: 418, message: 'teapot' },
      { name: 'object', message: 'teapot', fields: '{"status":418}' },
    ],
    [
      { name: 'Oops', message: ['a'] },
      { name: 'Oops', message: '["a"]' },
    ],
    [new Failure(), { name: 'Failure', message: '', fields: '{"status":418}' }],
    ['text', { name: 'string', message: 'text' }],
    [7, { name: 'number', message: '7' }],
    [7n, { name: 'bigint', message: '7n' }],
    [false, { name: 'boolean', message: 'false' }],
    [Symbol('s'), { name: 'symbol', message: 'Symbol(s)' }],
    [null, { name: 'null', message: '' }],
    [undefined, { name: 'undefined', message: '' }],
    [() => 1, { name: 'function', message: '[Function]' }],
    [Promise.resolve(1), { name: 'Promise', message: '' }],
    [[1, 'b'], { name: 'Array', message: '[1,"b"]' }],
    [Buffer.from('x'), { name: 'Buffer', message: '[Buffer]' }],
    [Object.create(null), { name: 'object', message: '' }],
  ] as const)
    expect(toException(thrown)).toEqual({ ...plain, ...expected });
  expect(stageException(null)).toBeNull();
});

test('recognizes errors of other realms', () => {
  const realm = createContext({});
  const error = runInContext(
    'class Mine extends TypeError {}; Object.assign(new Mine("far"), { code: "E_FAR", details: { a: [1] } })',
    realm,
  );
  expect(error).not.toBeInstanceOf(Error);
  expect(toException(error)).toMatchObject({
    name: 'TypeError',
    message: 'far',
    stack: expect.stringMatching(/^ {4}at /),
    fields: '{"code":"E_FAR","details":{"a":[1]}}',
  });
  expect(toException(error)).not.toHaveProperty('isError');
  const aggregate = runInContext('new AggregateError([new Error("in")], "all")', realm);
  expect(toException(aggregate)).toMatchObject({ errors: [{ message: 'in' }] });
  expect(toException(new DOMException('late', 'TimeoutError'))).toMatchObject({
    name: 'TimeoutError',
    message: 'late',
  });
});
