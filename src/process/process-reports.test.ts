import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runScript } from '../../test/support/run-script.ts';
import { sampleProfile } from '../store/conformance/sample-profile.ts';
import { ownIdentity } from './process-identity.ts';
import {
  type LastReport,
  readReports,
  removeReports,
  reportsFolder,
  vanishedProcesses,
  writeReport,
} from './process-reports.ts';

let book = '';
let folder = '';
beforeEach(() => {
  book = join(mkdtempSync(join(tmpdir(), 'gatebook-reports-')), 'book');
  folder = join(book, 'processes');
});
afterEach(() => rmSync(join(book, '..'), { recursive: true }));

const NO_PROCESS = 2 ** 30;
const STATS = Object.fromEntries(
  [
    'recorded',
    'stored',
    'dropped',
    'held',
    'heldBytes',
    'ignored',
    'droppedBodies',
    'faults',
    'restarts',
  ].map((name) => [name, 1]),
);
const sample = (fields: object = {}) =>
  ({
    process: { service: 'shop', instance: 'a:1', environment: '', release: '1' },
    host: hostname(),
    pid: process.pid,
    stats: { ...STATS, drops: {} },
    routes: [],
    started: 1,
    isNoted: true,
    identity: null,
    requests: [],
    ...fields,
  }) as unknown as LastReport;
const write = (name: string, content: unknown, secondsAgo = 0) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const time = Date.now() / 1000 - secondsAgo;
  utimesSync(file, time, time);
};

test('only the processes of a SQLite book report', () => {
  expect(reportsFolder(`sqlite:${book}`)).toBe(folder);
  for (const storage of ['memory:', 'clickhouse://localhost', undefined, {}])
    expect(reportsFolder(storage)).toBeNull();
});

test('a report is readable by others of this user only, and removed at the end', async () => {
  const storage = `sqlite:${book}`;
  writeReport(folder, 'me', sample());
  writeReport(folder, 'me', sample({ host: 'x' }));
  expect(readdirSync(folder)).toEqual(['me.json']);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'me.json')).mode & 0o777).toBe(0o600);
  expect(await readReports(folder, 'me')).toEqual([]);
  expect(await readReports(folder, 'other')).toEqual([sample({ host: 'x' })]);
  await removeReports(storage, ['me', 'never-written']);
  expect(readdirSync(folder)).toEqual([]);
  await removeReports('memory:', ['me']);
});

test('reports of processes that may have ended are removed', () => {
  write('dead.json', sample({ pid: NO_PROCESS }));
  write('broken.json', '{}');
  write('running.json', sample());
  expect(vanishedProcesses(folder, 'me')).toEqual([]);
  // What is not a report belongs to someone else.
  expect(readdirSync(folder).sort()).toEqual(['broken.json', 'running.json']);
});

test.skipIf(process.platform !== 'linux')(
  'a process that has certainly ended without a word has vanished',
  () => {
    const identity = ownIdentity();
    write('gone.json', sample({ pid: NO_PROCESS, identity }), 5);
    // Another process has its pid now.
    write('pid-in-use.json', sample({ identity: { ...identity, started: '1' } }));
    write('this.json', sample({ identity }));
    write('terminal.json', sample({ pid: NO_PROCESS, identity, isNoted: false }));
    write(
      'other-machine.json',
      sample({ host: 'other', pid: NO_PROCESS, identity: { ...identity, boot: 'x' } }),
    );
    write(
      'other-container.json',
      sample({ host: 'other', pid: NO_PROCESS, identity: { ...identity, namespace: 'x' } }),
    );
    const vanished = vanishedProcesses(folder, 'me');
    expect(vanished.map(({ name }) => name).sort()).toEqual(['gone', 'pid-in-use']);
    const { seen = 0 } = vanished.find(({ name }) => name === 'gone') ?? {};
    expect(Date.now() - seen / 1000).toBeGreaterThan(4000);
    expect(readdirSync(folder).sort()).toEqual([
      'gone.json',
      'other-container.json',
      'other-machine.json',
      'pid-in-use.json',
      'this.json',
    ]);
  },
);

test('only entries are read as requests', () => {
  const { entry } = sampleProfile({ seq: 1 });
  write(
    'gone.json',
    sample({
      pid: NO_PROCESS,
      identity: ownIdentity(),
      requests: [entry, { ...entry, tags: [1] }, {}, null],
    }),
  );
  if (ownIdentity()) expect(vanishedProcesses(folder, 'me')[0]?.report.requests).toEqual([entry]);
});

test('a report of another host is valid for a minute', async () => {
  write('near.json', sample({ host: 'other', pid: NO_PROCESS }), 50);
  write('far.json', sample({ host: 'other', pid: NO_PROCESS }), 61);
  write('dead.json', sample({ pid: NO_PROCESS }));
  write('old-but-running.json', sample(), 1000);
  expect((await readReports(folder, '')).map(({ host }) => host).sort()).toEqual(
    [hostname(), 'other'].sort(),
  );
});

test('of very many, only a thousand are looked at', () => {
  const dead = JSON.stringify(sample({ pid: NO_PROCESS }));
  for (let n = 0; n < 1002; n++) write(`${n}.json`, dead);
  vanishedProcesses(folder, 'me');
  expect(readdirSync(folder)).toHaveLength(2);
});

test.skipIf(process.platform === 'win32')('a process of another user runs too', async () => {
  write('init.json', sample({ pid: 1 }));
  chmodSync(join(book, '..'), 0o755);
  const { said } = await runScript(`
    const { readReports } = await import('${import.meta.resolve('./process-reports.ts')}');
    // Root may send a signal to every process.
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    say((await readReports(${JSON.stringify(folder)}, '')).length);
  `);
  expect(said).toEqual(['1']);
});

test.each<[string, unknown]>([
  ['text', 'x'],
  ['null', 'null'],
  ['no process', sample({ process: undefined })],
  ['no instance', sample({ process: { service: 'a', environment: '', release: 'b' } })],
  ['no release', sample({ process: { service: 'a', instance: 'b', environment: '' } })],
  ['a host that is a number', sample({ host: 5 })],
  ['no pid', sample({ pid: undefined })],
  ['a pid of 0', sample({ host: 'other', pid: 0 })],
  ['a pid of 1.5', sample({ host: 'other', pid: 1.5 })],
  ['no stats', sample({ stats: undefined })],
  ...Object.keys(STATS).map((name): [string, unknown] => [
    `no ${name}`,
    sample({ stats: { ...STATS, [name]: undefined } }),
  ]),
  ['too long', sample({ more: 'x'.repeat(2_000_000) })],
])('a file with %s is not a report', async (_, content) => {
  write('a.json', content);
  write('b.json', sample());
  expect(await readReports(folder, '')).toEqual([sample()]);
});

test('other files are not read', async () => {
  for (const name of ['a.json.new', 'a b.json', `${'x'.repeat(65)}.json`, '.json']) write(name, sample());
  expect(await readReports(folder, '')).toEqual([]);
  write(`${'x'.repeat(64)}.json`, sample());
  expect(await readReports(folder, '')).toHaveLength(1);
  expect(await readReports(join(folder, 'missing'), '')).toEqual([]);
});

test.skipIf(process.platform !== 'linux')(
  'a report is up to date on a full disk: the file is written in place',
  async () => {
    writeReport(folder, 'me', sample({ pid: process.pid, stats: { ...STATS, recorded: 1000, drops: {} } }));
    // As on a disk without space: no other file can be written.
    symlinkSync('/dev/full', join(folder, 'me.json.new'));
    writeReport(folder, 'me', sample({ stats: { ...STATS, recorded: 7, drops: {} } }));
    expect(await readReports(folder, '')).toMatchObject([{ stats: { recorded: 7 } }]);
  },
);
