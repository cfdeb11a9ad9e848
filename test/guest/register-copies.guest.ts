import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { appSource, type FrameworkName, SOURCES } from './register/app-sources.ts';
import { createFolder, expectedRows, rowsOf, visit } from './register/guest.ts';
import { type GuestFolder, REGISTER, ROOT } from './register/guest-folder.ts';

const NODE = process.execPath;
const IS_FULL = process.env.GUEST === 'full';
const FRAMEWORKS = Object.keys(SOURCES) as FrameworkName[];

test('a gatebook() with a storage of its own has its own book', async () => {
  const folder = createFolder(['express', 'fastify', 'gatebook']);
  folder.write(
    'app.mjs',
    `${appSource('express', 'mjs', { storage: 'sqlite:first' }).replace(/^const server.+$/m, '')}
import Fastify from 'fastify';
import { gatebook as plugin } from 'gatebook/fastify';
const other = Fastify();
await other.register(plugin, { storage: 'sqlite:second' });
other.get('/users/:id', async () => ({}));
await other.listen({ port: 0, host: '127.0.0.1' });
const server = app.listen(0, '127.0.0.1', async () => {
  await fetch('http://127.0.0.1:' + other.server.address().port + '/users/8');
  console.log('port ' + server.address().port);
});`,
  );
  const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs']);
  await visit(app);
  const rows = expectedRows('express');
  expect(await rowsOf(folder, app, rows.length, 'first')).toEqual(rows);
  expect(await folder.rows('second')).toEqual(['main 200 /users/8 /users/:id']);
});

describe('a second copy of the package', () => {
  /** As another version, or a bundle, has it. */
  function withCopy(packages: readonly string[]): GuestFolder {
    const folder = createFolder(packages);
    cpSync(join(ROOT, 'dist'), join(folder.path, 'node_modules/gatebook/dist'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder.path, 'node_modules/gatebook/package.json'));
    folder.install(['hono', '@hono/node-server']);
    return folder;
  }

  test('adds to the requests and jobs of the first', async () => {
    const folder = withCopy([]);
    folder.write(
      'app.mjs',
      `import { createServer } from 'node:http';
import { job, log, measure, note, report, setRoute, subrequest, tag, user } from 'gatebook';
const server = createServer(async (request, response) => {
  if (request.url.startsWith('/job')) await new Promise((done) => setImmediate(done));
  setRoute('/things/:id');
  note('tenant', 'acme');
  tag('beta');
  user(42);
  log('info', 'a line');
  report(new RangeError('reported'));
  measure('a span', () => {});
  subrequest('a part', () => {});
  response.writeHead(500).end();
}).listen(0, '127.0.0.1', () => {
  job('a job', () => {});
  console.log('port ' + server.address().port);
});`,
    );
    const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs']);
    await app.get('/things/1');
    const { token } = await vi.waitFor(async () => {
      const { text } = await app.get('/_profiler/export.json?q=kind:main');
      const [entry] = JSON.parse(text).entries;
      if (!entry) throw new Error('not written yet');
      return entry;
    }, 20_000);
    const profile = JSON.parse((await app.get(`/_profiler/${token}.json`)).text);
    await app.stop();
    expect(profile).toMatchObject({
      route: '/things/:id',
      user: '42',
      tags: ['beta'],
      error: 'RangeError',
      detail: {
        notes: [{ key: 'tenant', value: 'acme' }],
        logs: [{ text: 'a line' }, { text: expect.stringContaining('reported') }],
        spans: [{ name: 'a span' }, { name: 'a part' }],
      },
    });
    expect((await folder.rows()).map((row) => row.split(' ')[0]).sort()).toEqual(['job', 'main', 'sub']);
  });

  test.each(FRAMEWORKS.filter((name) => IS_FULL || name === 'express' || name === 'hono'))(
    'gatebook(app) of the second joins the book of the first: %s',
    async (framework) => {
      const folder = withCopy(SOURCES[framework].packages);
      folder.write('app.mjs', appSource(framework, 'mjs', {}));
      const app = await folder.start([NODE, `--import=${REGISTER}`, 'app.mjs']);
      await visit(app);
      const rows = expectedRows(framework);
      expect(await rowsOf(folder, app, rows.length)).toEqual(rows);
    },
  );
});
