import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { resolveWithEnvironment } from './environment.ts';
import type { GatebookOptions } from './options.ts';
import { resolveOptions } from './resolve.ts';

const resolve = (options: unknown) => resolveOptions(options as GatebookOptions);

afterEach(() => {
  vi.unstubAllEnvs();
});

test('applies defaults for each storage', () => {
  expect(resolve({ storage: 'memory:' })).toMatchObject({
    path: '/_profiler',
    keep: { entries: 10_000 },
    details: 'all',
    budget: { bytesPerSecond: 16e6, memory: 32e6 },
    toolbar: false,
    verifyBots: false,
  });
  expect(resolve({ storage: 'sqlite:x.db' }).keep).toEqual({
    age: 2_592_000_000,
    bytes: 2e9,
    fitsDisk: true,
  });
  expect(resolve({ storage: 'clickhouse://h/d', key: 'k'.repeat(16) }).keep).toEqual({ age: 2_592_000_000 });
  expect(resolve({ storage: 'https://h', writeKey: 'k'.repeat(16) }).keep).toEqual({});
});

test('keeps all details, and in production those of failures, slow requests and a sample', () => {
  for (const environment of [undefined, 'development', 'test', 'Production']) {
    vi.stubEnv('NODE_ENV', environment);
    expect(resolve({}).details).toBe('all');
  }
  vi.stubEnv('NODE_ENV', 'production');
  expect(resolve({}).details).toEqual({ slowerThan: 500, sample: 0.1 });
  expect(resolve({ details: undefined }).details).toEqual({ slowerThan: 500, sample: 0.1 });
  expect(resolve({ details: 'all' }).details).toBe('all');
  expect(resolve({ details: 'none' }).details).toBe('none');
  expect(resolve({ details: { sample: 0.5 } }).details).toEqual({
    slowerThan: Number.POSITIVE_INFINITY,
    sample: 0.5,
  });
});

test('accepts numbers and units', () => {
  const units = resolve({
    keep: { age: '30d', entries: 5, bytes: '2GB' },
    details: { slowerThan: '500ms', sample: 0.01 },
    budget: { bytesPerSecond: '1MB', memory: '64MiB' },
  });
  expect(units).toMatchObject({
    keep: { age: 2_592_000_000, entries: 5, bytes: 2e9 },
    details: { slowerThan: 500, sample: 0.01 },
    budget: { bytesPerSecond: 1e6, memory: 64 * 2 ** 20 },
  });
  expect(
    resolve({
      keep: { age: 2_592_000_000, entries: 5, bytes: 2e9 },
      details: { slowerThan: 500, sample: 0.01 },
      budget: { bytesPerSecond: 1e6, memory: 64 * 2 ** 20 },
    }),
  ).toMatchObject({ keep: units.keep, details: units.details, budget: units.budget });
  expect(resolve({ keep: undefined, authorize: undefined }).keep).toHaveProperty('age');
  expect(resolve({ path: '/ops/profiler' }).path).toBe('/ops/profiler');
});

test('a limit that is not given keeps its default, and false switches it off', () => {
  const keep = (given: unknown, storage = 'sqlite:x') => resolve({ storage, keep: given }).keep;
  const bytes = { bytes: 2e9, fitsDisk: true };
  expect(keep({})).toEqual({ age: 2_592_000_000, ...bytes });
  expect(keep({ age: '7d' })).toEqual({ age: 604_800_000, ...bytes });
  expect(keep({ age: undefined, entries: 5 })).toEqual({ age: 2_592_000_000, entries: 5, ...bytes });
  expect(keep({ bytes: '3GB' })).toEqual({ age: 2_592_000_000, bytes: 3e9 });
  expect(keep({ bytes: false })).toEqual({ age: 2_592_000_000 });
  expect(keep({ age: false, bytes: false })).toEqual({});
  expect(keep(false)).toEqual({});
  expect(keep({ age: '7d' }, 'memory:')).toEqual({ age: 604_800_000, entries: 10_000 });
  expect(keep({ age: '7d', entries: false }, 'memory:')).toEqual({ age: 604_800_000 });
});

test('names the process by its options, the environment, npm, or its package.json', () => {
  const named = (options: object) => resolveWithEnvironment({ storage: 'memory:', ...options }).process;
  for (const name of ['GATEBOOK_SERVICE', 'GATEBOOK_RELEASE', 'npm_package_name', 'npm_package_version'])
    vi.stubEnv(name, undefined);
  const environment = '';
  const instance = `${hostname()}:${process.pid}`;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(named({})).toEqual({ service: 'gatebook', environment, release: version, instance });
  vi.stubEnv('npm_package_name', 'from-npm');
  vi.stubEnv('npm_package_version', '1.2.3');
  expect(named({})).toEqual({ service: 'from-npm', environment, release: '1.2.3', instance });
  vi.stubEnv('GATEBOOK_SERVICE', ` ${'x'.repeat(120)}`);
  vi.stubEnv('GATEBOOK_RELEASE', '9f8e7d6');
  expect(named({})).toEqual({ service: 'x'.repeat(120), environment, release: '9f8e7d6', instance });
  expect(named({ service: 'shop', release: '' })).toEqual({
    service: 'shop',
    environment,
    release: '',
    instance,
  });
});

test.each([
  [{ storge: 'memory:' }, 'Unknown option storge. Did you mean storage?'],
  [{ panels: [] }, /^Unknown option panels\. The options are storage, path, /],
  [null, /^Invalid option options: expected an object .* got null\.$/],
  [
    { storage: 5 },
    'Invalid option storage: expected a storage URL such as sqlite:FOLDER, or a store, got 5.',
  ],
  [{ path: '_profiler' }, /^Invalid option path: expected a path such as '\/_profiler'/],
  [{ path: '/' }, /^Invalid option path/],
  [{ path: '/a/' }, /^Invalid option path/],
  [{ path: '/a?b' }, /^Invalid option path/],
  [{ path: '/"><script>' }, /^Invalid option path/],
  [{ service: 5 }, 'Invalid option service: expected a text of at most 128 characters, got 5.'],
  [{ release: 'x'.repeat(129) }, /^Invalid option release: expected a text of at most 128 characters/],
  [{ keep: 30 }, 'Invalid option keep: expected an object with age, entries, bytes, got 30.'],
  [{ keep: { ages: 1 } }, 'Unknown option keep.ages. Did you mean keep.age?'],
  [{ keep: { days: 30 } }, 'Unknown option keep.days. The options are age, entries, bytes.'],
  [
    { keep: { age: '30 days' } },
    `Invalid option keep.age: expected a duration such as '30d', or milliseconds, got "30 days".`,
  ],
  [
    { keep: { age: 30 } },
    "Invalid option keep.age: 30 is less than a minute. A number is in milliseconds; write '30d' for 30 days.",
  ],
  [{ keep: { age: Number.NaN } }, /^Invalid option keep\.age: .* got null\.$|got NaN/],
  [{ keep: { entries: 1.5 } }, 'Invalid option keep.entries: expected a whole number, got 1.5.'],
  [{ keep: { bytes: 0 } }, /^Invalid option keep\.bytes/],
  [
    { budget: { bytesPerSecond: '16XB' } },
    `Invalid option budget.bytesPerSecond: expected a size such as '16MB', or bytes, got "16XB".`,
  ],
  [{ budget: '16MB' }, /^Invalid option budget: expected an object/],
  [{ budget: { memory: -1 } }, /^Invalid option budget\.memory/],
  [{ details: 'some' }, /^Invalid option details: expected 'all', 'none' or \{ slowerThan/],
  [{ details: null }, /^Invalid option details/],
  [{ details: { slowerThan: 'fast' } }, /^Invalid option details\.slowerThan/],
  [{ details: { sample: 5 } }, 'Invalid option details.sample: expected a number from 0 to 1, got 5.'],
  [{ authorize: null }, /^Invalid option authorize: expected a function .*, got null\.$/],
  [{ authorize: false }, /^Invalid option authorize: expected a function .*, got a boolean\.$/],
  [{ authorize: true }, /^Invalid option authorize/],
  [{ authorize: '' }, /^Invalid option authorize: expected a function .*, got ""\.$/],
  [{ clients: { verifyBots: 1 } }, 'Invalid option clients.verifyBots: expected true or false, got 1.'],
  [{ clients: { verifyBot: true } }, 'Unknown option clients.verifyBot. Did you mean clients.verifyBots?'],
  [{ toolbar: 'yes' }, 'Invalid option toolbar: expected true or false, got "yes".'],
  [{ keep: { age: true } }, /^Invalid option keep\.age/],
  [{ logger: {} }, /^Invalid option logger: expected an object with the methods info and warn/],
  [{ logger: { warn() {} } }, /^Invalid option logger/],
  [{ trustProxy: true }, /trustProxy/],
  [{ trustProxy: ['everyone'] }, /trustProxy.*"everyone"/],
  [{ redact: { ad: [] } }, /redact.*"?ad"?/],
  [{ ignore: { path: [] } }, 'Unknown option ignore.path. Did you mean ignore.paths?'],
  [{ instrumentations: ['consol'] }, /Did you mean "console"\?$/],
])('refuses %j', (options, message) => {
  expect(() => resolve(options)).toThrow(
    expect.objectContaining({
      code: 'bad-option',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    }),
  );
});

test('refuses a storage URL that can never be opened', () => {
  expect(() => resolve({ storage: 'postgres://h/d' })).toThrow(
    expect.objectContaining({ code: 'bad-storage-url' }),
  );
});

test('an error never shows the password of a storage URL', () => {
  expect(() => resolve({ storage: 'clickhous://bob:hunter2@h/d' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});

test('undefined counts as not given, also for TypeScript with exactOptionalPropertyTypes', () => {
  const release: string | undefined = process.env.NO_SUCH_VARIABLE;
  const given: GatebookOptions = {
    release,
    authorize: undefined,
    keep: { age: undefined },
    ignore: undefined,
  };
  expect(resolve(given)).toMatchObject({ keep: resolve({}).keep, process: resolve({}).process });
});

test('keep is refused for a store that has no method to delete', () => {
  const method = () => {};
  const tokens = { tokenOf: method, seqOf: method };
  const storage = { tokens, write: method, search: method, get: method, lease: method, close: method };
  expect(() => resolve({ storage, keep: { age: '7d' } })).toThrow('needs a store with the method retain');
  expect(resolve({ storage: { ...storage, retain: method }, keep: { age: '7d' } }).keep.age).toBe(
    7 * 86_400_000,
  );
  expect(resolve({ storage, keep: false }).keep).toEqual({});
});

test('a collector needs a key that is long enough, and keeps to its own limits', () => {
  const storage = 'https://collector.example:4600';
  const writeKey = 'k'.repeat(16);
  expect(() => resolve({ storage })).toThrow(/needs the option writeKey/);
  for (const key of ['', 'short']) expect(() => resolve({ storage, writeKey: key })).toThrow(/writeKey/);
  expect(() => resolve({ storage, writeKey, keep: { age: '1d' } })).toThrow(/keep is for the collector/);
  expect(() => resolve({ storage: 'memory:', spool: 'folder' })).toThrow(
    /spool is for what waits for a collector/,
  );
  expect(() => resolve({ storage, writeKey, spool: { bytes: '1GB' } })).toThrow(
    /option spool: expected a folder/,
  );
  expect(() => resolve({ storage, writeKey, spool: '' })).toThrow(/option spool.path: expected a folder/);
  expect(resolve({ storage, writeKey, keep: false }).keep).toEqual({});
});
