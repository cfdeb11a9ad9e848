import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatebook } from '../../src/http.ts';
import type { Profile } from '../../src/profile/profile.ts';
import type { Micros } from '../../src/profile/time.ts';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../src/store/open-store.ts';
import { gatebookIn } from '../support/run-cli.ts';
import { gatebookLater } from '../support/run-cli-later.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

interface Doctor {
  readonly status: number | null;
  readonly problems: number;
  readonly findings: readonly { level: string; check: string; text: string; next: string }[];
}

function doctor(...args: string[]): Doctor {
  const { status, stdout } = gatebookIn(folder)('doctor', '--json', ...args);
  return { status, ...JSON.parse(stdout) };
}

const found = ({ findings }: Doctor, check: string) => findings.filter((finding) => finding.check === check);

async function writeBook(path = '.gatebook', ...more: readonly Profile[]): Promise<void> {
  const store = await openStore(`sqlite:${join(folder, path)}`);
  await store.write({ id: 'a', profiles: [sampleProfile({ seq: 0 }), ...more] });
  await store.close();
}

test('without a book, says how to get one', () => {
  const result = doctor();
  expect(result).toMatchObject({ status: 1, problems: 1 });
  expect(found(result, 'book')).toEqual([
    {
      level: 'problem',
      check: 'book',
      text: expect.stringContaining('No book found'),
      next: expect.stringContaining('Start the app'),
    },
  ]);
  const { stdout } = gatebookIn(folder)('doctor');
  expect(stdout).toMatch(/^problem {2}No book found .*\n {9}→ Start the app/m);
  expect(stdout).toContain('1 problem found.');
});

test('with a book but no app, names the time and the process of the last request', async () => {
  await writeBook();
  const result = doctor();
  expect(result).toMatchObject({ status: 0, problems: 0 });
  expect(found(result, 'last-request')[0]?.text).toContain('recorded by shop 1.0.0 web-1:7');
  expect(found(result, 'process')[0]).toMatchObject({ level: 'note' });
  expect(found(result, 'page')[0]).toMatchObject({ level: 'note' });
});

test('names the option that leaves out health checks that are more than a quarter of the requests', async () => {
  const now = Date.now() * 1000;
  const requests = Array.from({ length: 120 }, (_, n) =>
    sampleProfile({
      seq: n + 1,
      time: (now - n * 1e6) as Micros,
      ...(n % 3 === 0 && { client: 'monitor', url: 'http://shop.example/healthz?full' }),
    }),
  );
  await writeBook('.gatebook', ...requests);
  expect(found(doctor(), 'health-checks')).toEqual([
    {
      level: 'note',
      check: 'health-checks',
      text: 'Health checks are 33 % of the requests of the last day.',
      next: expect.stringContaining("ignore: { paths: ['/healthz'] }"),
    },
  ]);
  await writeBook('few', ...requests.slice(1, 50));
  expect(found(doctor('--storage', 'sqlite:few'), 'health-checks')).toEqual([]);
});

test('says that an image of the folder would contain the book', async () => {
  await writeBook();
  writeFileSync(join(folder, 'Dockerfile'), 'FROM node\nCOPY . .\n');
  expect(found(doctor(), 'storage')).toEqual([
    {
      level: 'note',
      check: 'storage',
      text: 'An image that is built here would contain the book, with the key of its page.',
      next: 'Add .gatebook to .dockerignore (docs/deploy.md#containers).',
    },
  ]);
  writeFileSync(join(folder, '.dockerignore'), '.gatebook\n');
  expect(found(doctor(), 'storage')).toEqual([]);
});

test('says that a clock was ahead, and what to do', async () => {
  const time = ((Date.now() + 2.1 * 86_400_000) * 1000) as Micros;
  await writeBook('.gatebook', sampleProfile({ seq: 1, time }));
  const result = doctor();
  expect(result).toMatchObject({ status: 1, problems: 1 });
  expect(found(result, 'last-request')[0]?.text).toMatch(/^Last request .* ago, /);
  expect(found(result, 'clock')[0]).toMatchObject({
    level: 'problem',
    text: expect.stringMatching(
      /^Requests are dated in the future, the newest one in 2 days, .* recorded by/,
    ),
    next: expect.stringContaining('npx gatebook delete since:now'),
  });
  expect(gatebookIn(folder)('delete', 'since:now', '--yes')).toMatchObject({ status: 0 });
  expect(doctor().problems).toBe(0);
});

test('an empty book and a damaged one are problems', async () => {
  const store = await openStore(`sqlite:${join(folder, '.gatebook')}`);
  await store.close();
  expect(found(doctor(), 'last-request')[0]).toMatchObject({
    level: 'problem',
    text: 'The book has no requests.',
  });
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/catalog.db'), 'not a database, but long enough to be one'.repeat(100));
  expect(doctor('--storage', 'sqlite:other')).toMatchObject({ status: 1 });
  expect(found(doctor('--storage', 'sqlite:other'), 'storage')[0]?.text).toBe(
    'There is also a book in sqlite:.gatebook.',
  );
});

test('dropped requests are problems, each with its reason', async () => {
  await writeBook();
  const counters = {
    recorded: 9,
    stored: 4,
    dropped: 5,
    held: 0,
    heldBytes: 0,
    ignored: 0,
    droppedBodies: 0,
    faults: 1,
    restarts: 0,
  };
  mkdirSync(join(folder, '.gatebook/processes'));
  writeFileSync(
    join(folder, '.gatebook/processes/1-a.json'),
    JSON.stringify({
      process: { service: 'shop\u001b[2J', instance: 'web:1', environment: '', release: '' },
      host: hostname(),
      pid: process.pid,
      started: 1,
      stats: { ...counters, drops: { disk: 3, memory: 2, budget: 0 } },
    }),
  );
  const result = doctor();
  expect(result).toMatchObject({ status: 1, problems: 3 });
  expect(found(result, 'dropped').map(({ text, next }) => `${text} ${next}`)).toEqual([
    expect.stringMatching(/has dropped 3 profiles \(disk\)\. The disk is full/),
    expect.stringMatching(/has dropped 2 profiles \(memory\)\. Writing is too slow/),
    expect.stringMatching(/could not record 1 requests/),
  ]);
  expect(gatebookIn(folder)('doctor').stdout).toContain('shop\\u{1b}[2J');
});

test.each([
  ['nonsense(', 'config', /gatebook\.config\.mjs can't be loaded/],
  ['export default 3;', 'config', /must export its options/],
  ["export default { keep: { age: 'x' } };", 'options', /keep\.age/],
  ["export default { storag: 'x' };", 'options', /storag/],
  [
    "export default { storage: 'sqlite:elsewhere' };",
    'storage',
    /record into sqlite:elsewhere, but this command reads sqlite:\.gatebook/,
  ],
])('a config file with %j is a problem', async (source, check, text) => {
  await writeBook();
  writeFileSync(join(folder, 'gatebook.config.mjs'), source);
  const result = doctor();
  expect(result).toMatchObject({ status: 1, problems: 1 });
  expect(found(result, check).at(-1)).toMatchObject({ level: 'problem', text: expect.stringMatching(text) });
});

test('several versions of gatebook are a problem', async () => {
  await writeBook();
  const lock = (packages: object) =>
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  lock({
    '': {},
    'node_modules/gatebook': { version },
    'node_modules/x/node_modules/gatebook': { version: '0.0.1' },
  });
  expect(found(doctor(), 'versions')[0]?.text).toContain('0.0.1 (node_modules/x/node_modules/gatebook)');
  lock({ 'node_modules/gatebook': { version: '0.0.1' } });
  expect(found(doctor(), 'versions')[0]).toMatchObject({
    level: 'problem',
    text: expect.stringContaining('0.0.1 is installed'),
  });
  lock({ 'node_modules/gatebook': { version } });
  expect(doctor()).toMatchObject({ status: 0 });
});

test('with a running app, everything is in order', async () => {
  // With a key of its own, the app keeps the address of its page beside the book.
  vi.stubEnv('GATEBOOK_KEY', undefined);
  const server = createServer((_, response) => response.end('x'));
  const book = gatebook(server, { storage: `sqlite:${join(folder, '.gatebook')}` });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(url);
  await book.flush();
  // The app writes its report every two seconds.
  let output = '';
  for (let tries = 0; tries < 20 && !output.includes('has recorded'); tries++)
    output = (await gatebookLater(folder, 'doctor')).stdout;
  expect(output).toMatch(
    /^ok {7}The page is at http:\/\/localhost:\d+\/_profiler; npx gatebook open opens it$/m,
  );
  expect(output).toMatch(
    /^ok {7}process \d+ has recorded \d+ and stored \d+ profiles; 0 wait$|has recorded/m,
  );
  expect(output).toContain('No problems found.');
  server.closeAllConnections();
  server.close();
  await book.close();
  // What doctor asks the app for is not recorded.
  expect(book.stats().recorded).toBe(1);
});
