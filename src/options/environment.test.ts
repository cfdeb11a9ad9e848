import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { misspelledVariables, optionsFrom, resolveWithEnvironment, VARIABLES } from './environment.ts';
import { OPTIONS } from './table.ts';

/** Options that only code can set: functions, and an object of the app. */
const ONLY_IN_CODE = ['authorize', 'user', 'logger'];

test('there is a variable for every option but functions', () => {
  const names = new Set([...VARIABLES.keys()].map((path) => path.split('.')[0]));
  expect([...names, ...ONLY_IN_CODE].sort()).toEqual(Object.keys(OPTIONS).sort());
});

test('every variable sets its option', () => {
  const given: Record<string, [text: string, value: unknown]> = {
    storage: ['memory:', 'memory:'],
    path: ['/p', '/p'],
    key: ['0123456789abcdef', '0123456789abcdef'],
    writeKey: ['gbw_0123456789abcdef', 'gbw_0123456789abcdef'],
    'spool.path': ['/var/spool/shop', '/var/spool/shop'],
    'spool.bytes': ['2GB', '2GB'],
    'keep.age': ['7d', '7d'],
    'keep.entries': ['100', 100],
    'keep.bytes': ['1GB', '1GB'],
    'details.slowerThan': ['500', 500],
    'details.sample': ['0.5', 0.5],
    instrumentations: ['console, fetch', ['console', 'fetch']],
    'bodies.request': ['all', 'all'],
    'bodies.response': ['none', 'none'],
    'bodies.types': ['text/*', ['text/*']],
    'bodies.max': ['4kB', '4kB'],
    'redact.add': ['ssn', ['ssn']],
    'redact.allow': ['x-id', ['x-id']],
    'redact.strict': ['true', true],
    'redact.user': ['hash', 'hash'],
    'ignore.paths': ['/health,/assets/*', ['/health', '/assets/*']],
    'ignore.statuses': ['304,3xx', ['304', '3xx']],
    'ignore.methods': ['OPTIONS', ['OPTIONS']],
    trustProxy: ['10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
    'clients.verifyBots': ['true', true],
    service: ['shop', 'shop'],
    instance: ['web-1', 'web-1'],
    environment: ['staging', 'staging'],
    release: ['1.2', '1.2'],
    'budget.bytesPerSecond': ['1MB', '1MB'],
    'budget.memory': ['8MB', '8MB'],
    toolbar: ['false', false],
    'collector.listen': ['[::]:4600', '[::]:4600'],
    'collector.tlsCert': ['cert.pem', 'cert.pem'],
    'collector.tlsKey': ['key.pem', 'key.pem'],
    'collector.insecure': ['private-network', 'private-network'],
    'collector.keys': ['/data/keys', '/data/keys'],
    'collector.userHeader': ['x-user', 'x-user'],
  };
  const environment = Object.fromEntries(
    Object.entries(given).map(([path, [text]]) => [VARIABLES.get(path)?.name, text]),
  );
  const options = optionsFrom(environment) as Record<string, unknown>;
  for (const [path, [, value]] of Object.entries(given)) {
    const [name = '', part] = path.split('.');
    const option = options[name];
    expect(part === undefined ? option : (option as Record<string, unknown>)[part], path).toEqual(value);
  }
  expect(Object.keys(given).sort()).toEqual(
    [...VARIABLES.keys()].filter((path) => !['details', 'bodies', 'keep', 'spool'].includes(path)).sort(),
  );
  // Only a collector has a spool, and leaves `keep` alone.
  const { GATEBOOK_SPOOL_PATH, GATEBOOK_SPOOL_BYTES, ...others } = environment;
  expect(() => resolveWithEnvironment({}, {}, others)).not.toThrow();
  const collector = {
    GATEBOOK_STORAGE: 'https://collector:4600',
    GATEBOOK_WRITE_KEY: 'gbw_0123456789abcdef',
    GATEBOOK_SPOOL_PATH,
  };
  expect(resolveWithEnvironment({}, {}, { ...collector, GATEBOOK_SPOOL_BYTES }).spool).toEqual({
    path: '/var/spool/shop',
    bytes: 2e9,
  });
  expect(
    resolveWithEnvironment({}, {}, { ...collector, GATEBOOK_SPOOL_PATH: '', GATEBOOK_SPOOL: 'a' }).spool,
  ).toEqual({
    path: resolve('a'),
    bytes: 500e6,
  });
  const whole = { GATEBOOK_DETAILS: 'none', GATEBOOK_BODIES: 'all', GATEBOOK_KEEP: 'false' };
  expect(optionsFrom(whole)).toEqual({ details: 'none', bodies: 'all', keep: false });
  const without = { GATEBOOK_INSTRUMENTATIONS: '-stdio, -console', GATEBOOK_KEEP_BYTES: 'false' };
  expect(optionsFrom(without)).toEqual({
    instrumentations: { stdio: false, console: false },
    keep: { bytes: false },
  });
});

test('an empty variable counts as not set, for every option', () => {
  const comparable = () => JSON.stringify(resolveWithEnvironment({}, {}));
  for (const { name } of VARIABLES.values()) vi.stubEnv(name, undefined);
  const unset = comparable();
  for (const { name } of VARIABLES.values()) vi.stubEnv(name, '');
  expect(comparable()).toBe(unset);
  expect(resolveWithEnvironment({ service: '' }).process.service).toBe('');
  vi.unstubAllEnvs();
});

test('options in code take precedence over variables, and these over a file', () => {
  const environment = { GATEBOOK_PATH: '/variable', GATEBOOK_KEEP_ENTRIES: '5', GATEBOOK_TOOLBAR: '' };
  const resolve = (given: object, config = {}) => resolveWithEnvironment(given, config, environment);
  expect(resolve({ path: '/code' }, { path: '/file' }).path).toBe('/code');
  expect(resolve({ path: undefined }, { path: '/file' }).path).toBe('/variable');
  expect(resolve({}, { toolbar: true }).toolbar).toBe(true);
  expect(resolve({ keep: { age: '1d' } }).keep).toEqual({ age: 86_400_000, bytes: 2e9, fitsDisk: true });
});

test.each([
  [{ GATEBOOK_KEEP_AGE: 'x' }, 'Invalid environment variable GATEBOOK_KEEP_AGE: expected a duration'],
  [{ GATEBOOK_KEY: 'short' }, 'Invalid environment variable GATEBOOK_KEY: expected at least'],
  [
    { GATEBOOK_KEEP: 'false', GATEBOOK_KEEP_AGE: '7d' },
    'GATEBOOK_KEEP and GATEBOOK_KEEP_AGE exclude each other',
  ],
  [{ GATEBOOK_TOOLBAR: 'yes' }, 'Invalid environment variable GATEBOOK_TOOLBAR: expected true or false'],
  [{ GATEBOOK_IGNORE_PATHS: 'a' }, 'Invalid environment variable GATEBOOK_IGNORE_PATHS[0]: expected a path'],
  [
    { GATEBOOK_INSTRUMENTATIONS: 'pgg' },
    'in environment variable GATEBOOK_INSTRUMENTATIONS. Did you mean "pg"',
  ],
])('names the variable of a wrong value: %j', (environment, message) => {
  expect(() => resolveWithEnvironment({}, {}, environment)).toThrow(message);
});

test('a wrong value in code is not blamed on a variable', () => {
  const environment = { GATEBOOK_KEEP_AGE: '7d' };
  expect(() => resolveWithEnvironment({ keep: { age: 'x' as '1d' } }, {}, environment)).toThrow(
    'Invalid option keep.age',
  );
  expect(() => resolveWithEnvironment(30 as never, {}, environment)).toThrow('Invalid option options');
});

test('finds misspelled variables', () => {
  expect(misspelledVariables({ GATEBOOK_STORGE: '', GATEBOOK_KEY: '', GATEBOOK_SOMETHING_ELSE: '' })).toEqual(
    [['GATEBOOK_STORGE', 'GATEBOOK_STORAGE']],
  );
});
