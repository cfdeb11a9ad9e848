import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test, vi } from 'vitest';
import { readKeyFile, readOrCreateKey, restoreKey, writeUrl } from './key-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-key-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = () => join(folder, `${files++}`, 'book.db.key');
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('creates a key that only its owner can read, once', () => {
  const path = newPath();
  const { key, url } = readOrCreateKey(path);
  expect(url).toBeNull();
  expect(modeOf(path)).toBe(0o600);
  expect(readOrCreateKey(path).key).toBe(key);
  expect(readdirSync(dirname(path))).toEqual(['book.db.key']);
});

test('keeps the key when the address changes', () => {
  const path = newPath();
  const { key } = readOrCreateKey(path);
  writeUrl(path, 'http://localhost:3000/_profiler', false);
  expect(readKeyFile(path)).toEqual({ key, url: 'http://localhost:3000/_profiler' });
  expect(modeOf(path)).toBe(0o600);
  expect(readOrCreateKey(path)).toEqual({ key, url: 'http://localhost:3000/_profiler' });
});

test('an address that is already there is not written again', () => {
  const path = newPath();
  readOrCreateKey(path);
  writeUrl(path, 'http://localhost:3000/_profiler', false);
  const { ino } = statSync(path);
  writeUrl(path, 'http://localhost:3000/_profiler', false);
  expect(statSync(path).ino).toBe(ino);
});

test('does not write an address beside a key that is missing', () => {
  const path = newPath();
  writeUrl(path, 'http://localhost:3000/_profiler', false);
  expect(existsSync(path)).toBe(false);
});

test('stores a key again only if its file is missing', () => {
  const path = newPath();
  const file = readOrCreateKey(path);
  rmSync(path);
  restoreKey(path, { ...file, url: 'http://localhost:3000/_profiler' });
  expect(readKeyFile(path)).toEqual({ ...file, url: 'http://localhost:3000/_profiler' });
  expect(modeOf(path)).toBe(0o600);
  restoreKey(path, { ...file, url: null });
  expect(readKeyFile(path)?.url).toBe('http://localhost:3000/_profiler');
});

test('an address that is not a text is left out', () => {
  const path = newPath();
  const { key } = readOrCreateKey(path);
  writeFileSync(path, JSON.stringify({ key, url: 5 }));
  expect(readKeyFile(path)).toEqual({ key, url: null });
});

test('tightens a file that others can read', () => {
  const path = newPath();
  const { key } = readOrCreateKey(path);
  chmodSync(path, 0o644);
  expect(readKeyFile(path)?.key).toBe(key);
  expect(modeOf(path)).toBe(0o600);
});

const OPEN_FILES = '/proc/self/fd';
test.skipIf(!existsSync(OPEN_FILES))('leaves no file open', () => {
  const path = newPath();
  readOrCreateKey(path);
  chmodSync(path, 0o644);
  const before = readdirSync(OPEN_FILES).length;
  readKeyFile(path);
  expect(readdirSync(OPEN_FILES)).toHaveLength(before);
});

test.each(['', '{}', 'not json', '{"key":"short"}', '{"key":5}'])(
  'does not accept %j as a key file',
  (text) => {
    const path = newPath();
    readOrCreateKey(path);
    writeFileSync(path, text);
    expect(readKeyFile(path)).toBeNull();
    expect(() => readOrCreateKey(path)).toThrow(/EEXIST/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('on Windows, which shows every file as open to all, the key is read and the file left alone', () => {
  const path = newPath();
  const { key } = readOrCreateKey(path);
  chmodSync(path, 0o666);
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  try {
    expect(readKeyFile(path)?.key).toBe(key);
    expect(modeOf(path)).toBe(0o666);
  } finally {
    vi.restoreAllMocks();
  }
});

test('processes that start at the same moment get the same key', { timeout: 30_000 }, async () => {
  const barrier = new Int32Array(new SharedArrayBuffer(4));
  const rounds = 30;
  const paths = Array.from({ length: rounds }, newPath);
  const source = `
    const { parentPort, workerData: { barrier, paths, threads, module } } = require('node:worker_threads');
    import(module).then(({ readOrCreateKey }) => {
      parentPort.postMessage(paths.map((path, round) => {
        Atomics.add(barrier, 0, 1);
        while (Atomics.load(barrier, 0) < (round + 1) * threads);
        try { return readOrCreateKey(path).key; } catch (error) { return error.message; }
      }));
    });`;
  const threads = 3;
  const module = new URL('./key-file.ts', import.meta.url).href;
  const workers = Array.from(
    { length: threads },
    () => new Worker(source, { eval: true, workerData: { barrier, paths, threads, module } }),
  );
  const keys = await Promise.all(
    workers.map(async (worker) => (await once(worker, 'message'))[0] as string[]),
  );
  await Promise.all(workers.map((worker) => worker.terminate()));
  for (let round = 0; round < rounds; round++) {
    const [first = ''] = keys.map((list) => list[round]);
    expect(keys.map((list) => list[round])).toEqual(Array(threads).fill(first));
    expect(readKeyFile(paths[round] ?? '')?.key).toBe(first);
    expect(readdirSync(dirname(paths[round] ?? ''))).toEqual(['book.db.key']);
  }
});
