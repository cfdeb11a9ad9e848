import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { appSource, type FrameworkName, SOURCES } from './register/app-sources.ts';
import { createFolder, expectedRows, rowsOf, visit } from './register/guest.ts';
import { CLI, REGISTER } from './register/guest-folder.ts';

const NODE = process.execPath;
const IS_FULL = process.env.GUEST === 'full';
const FRAMEWORKS = Object.keys(SOURCES) as FrameworkName[];
const STORAGE = { GATEBOOK_STORAGE: 'sqlite:.gatebook' };

let apps = 0;

describe.each(FRAMEWORKS)('%s', (framework) => {
  const ways = [
    { way: 'gatebook/register', module: 'mjs', flags: [`--import=${REGISTER}`] },
    { way: 'gatebook/register', module: 'cjs', flags: [`--import=${REGISTER}`] },
    {
      way: 'gatebook/register and gatebook(app)',
      module: 'mjs',
      flags: [`--import=${REGISTER}`],
      options: {},
    },
    ...(IS_FULL
      ? ([
          { way: 'require of gatebook/register', module: 'cjs', flags: ['-r', 'gatebook/register'] },
          { way: 'both', module: 'cjs', flags: [`--import=${REGISTER}`], options: {} },
          { way: 'gatebook(app) alone', module: 'mjs', flags: [], options: {} },
          { way: 'gatebook(app) alone', module: 'cjs', flags: [], options: {} },
        ] as const)
      : []),
  ] as const;

  test.each(ways)('$way, $module: routes, exceptions, error stages and the page', async (way) => {
    const { module, flags } = way;
    const folder = createFolder([...SOURCES[framework].packages, 'gatebook']);
    folder.write(`app.${module}`, appSource(framework, module, 'options' in way ? way.options : undefined));
    const app = await folder.start([NODE, ...flags, `app.${module}`]);
    await visit(app);
    expect((await app.get('/_profiler')).text).toContain('<title>Profile Search</title>');
    expect(await app.stop()).toEqual({ code: null, signal: 'SIGTERM' });
    expect(await folder.rows()).toEqual(expectedRows(framework));
    expect(app.output().stderr).toBe('');
    apps++;
  });
});

test('gatebook run: npm start in a folder without Gatebook, with signals and exit codes', async () => {
  const folder = createFolder(['express']);
  folder.write('app.mjs', appSource('express', 'mjs'));
  folder.write('package.json', JSON.stringify({ scripts: { start: 'exec node app.mjs' } }));
  const app = await folder.start([NODE, CLI, 'run', '--', 'npm', 'start'], STORAGE);
  await visit(app);
  const rows = expectedRows('express');
  expect(await rowsOf(folder, app, rows.length)).toEqual(rows);

  const run = (...args: string[]) =>
    folder.run([NODE, CLI, 'run', ...args], { NODE_OPTIONS: '--no-warnings' });
  expect(await run('--', NODE, '-p', 'process.env.NODE_OPTIONS')).toMatchObject({
    code: 0,
    stdout: `--no-warnings --import=${REGISTER}\n`,
  });
  expect(await run(NODE, '-e', 'process.exit(3)')).toMatchObject({ code: 3, stdout: '', stderr: '' });
  expect(await run('--', 'sh', '-c', 'kill -TERM $$')).toMatchObject({ code: null, signal: 'SIGTERM' });
  expect(await run('--', 'no-such-command')).toMatchObject({ code: 127 });

  folder.write(
    'drain.mjs',
    `${appSource('node:http', 'mjs')}
process.once('SIGTERM', () => server.close(() => process.exit(5)));
process.once('SIGINT', () => server.close(() => process.exit(6)));`,
  );
  for (const [signal, code] of [
    ['SIGTERM', 5],
    ['SIGINT', 6],
  ] as const) {
    const draining = await folder.start([NODE, CLI, 'run', '--', NODE, 'drain.mjs'], STORAGE);
    expect(await draining.stop(signal)).toEqual({ code, signal: null });
  }
});

test('a process without a server is as without Gatebook', async () => {
  const folder = createFolder();
  const env = { NODE_OPTIONS: `--import=${REGISTER}` };
  const script = 'console.log(process.getActiveResourcesInfo().length, process._getActiveHandles().length)';
  const bare = await folder.run([NODE, '-e', script]);
  expect(await folder.run([NODE, '-e', script], env)).toEqual(bare);
  expect(existsSync(join(folder.path, '.gatebook'))).toBe(false);

  // CPU time, of the fastest runs: what else the machine does can only add to them.
  const usage = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)';
  const fastest = { bare: Number.POSITIVE_INFINITY, register: Number.POSITIVE_INFINITY };
  for (let n = 0; n < (IS_FULL ? 40 : 12); n++) {
    for (const way of ['bare', 'register'] as const) {
      const { stdout } = await folder.run([NODE, '-e', usage], way === 'bare' ? {} : env);
      fastest[way] = Math.min(fastest[way], Number(stdout));
    }
  }
  const added = fastest.register - fastest.bare;
  figure('register', `${apps} apps, +${added.toFixed(1)} ms of CPU time without a server`);
  expect(added).toBeLessThan(25);
});

test('job() opens a book in a process without a server', async () => {
  const folder = createFolder(['gatebook']);
  folder.write('job.mjs', "import { job } from 'gatebook';\nawait job('send invoices', async () => {});\n");
  expect(await folder.run([NODE, `--import=${REGISTER}`, 'job.mjs'])).toMatchObject({ code: 0, stderr: '' });
  expect(await folder.rows()).toEqual(['job 200 job:send%20invoices']);
});

test('GATEBOOK=off switches off everything', async () => {
  const folder = createFolder(['express', 'gatebook']);
  folder.write('app.mjs', appSource('express', 'mjs', {}));
  const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs'], { GATEBOOK: 'off' });
  await visit(app);
  expect((await app.get('/_profiler')).status).toBe(404);
  await app.stop();
  expect(app.output().stderr).toBe('');
  expect(existsSync(join(folder.path, '.gatebook'))).toBe(false);
});
