import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { pack, runCommand } from '../support/user-commands.ts';
import { ADONIS } from './frameworks/adonis.ts';
import { createProject, linkProject, versionIn } from './frameworks/install.ts';
import { addLines } from './frameworks/lines.ts';
import { NEST } from './frameworks/nest.ts';
import { NEXT } from './frameworks/next.ts';
import { NUXT } from './frameworks/nuxt.ts';
import { INSTALLED_NEST, PLAIN } from './frameworks/plain.ts';
import { expectedOf, type Project } from './frameworks/project.ts';
import { startProject } from './frameworks/running-project.ts';
import { look, readEntries } from './frameworks/seen.ts';
import { cellsOf, type Row, writeTable } from './frameworks/table.ts';
import { ASTRO, REACT_ROUTER, SVELTEKIT } from './frameworks/vite-frameworks.ts';

/** All frameworks and versions, from the npm registry: `npm run e2e:guest -- --full`. Otherwise what is in node_modules. */
const isFull = process.env.GUEST === 'full';
const projects: readonly Project[] = isFull
  ? [...PLAIN, ...NEST, ...NEXT, NUXT, SVELTEKIT, ASTRO, REACT_ROUTER, ...ADONIS]
  : [...PLAIN, ...INSTALLED_NEST];

const rows: Row[] = [];
let firsts = 0;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-pack-'));
let tarball = '';
let upstream: Server;
beforeAll(async () => {
  tarball = pack(folder);
  upstream = createServer((_request, response) => response.end('upstream'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  upstream.close();
  rmSync(folder, { recursive: true });
  figure('frameworks', `${rows.length} ways to attach, each as expected`);
  if (isFull) figure('first profile', `in three commands for ${firsts} projects`);
});

describe.each(projects)('$name $major', (project) => {
  let home = '';
  let app = '';
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'gatebook-framework-'));
    app = isFull ? await createProject(project, tarball, home) : linkProject(project, tarball, home);
  });
  afterAll(() => {
    if (isFull) writeTable(rows, projects);
    // Never another folder than the one above.
    if (home.startsWith(join(tmpdir(), 'gatebook-framework-'))) rmSync(home, { recursive: true });
  });

  const { dev } = project;
  test.runIf(isFull && dev)('the first profile takes three commands', async () => {
    const env = { GATEBOOK_STORAGE: `sqlite:${mkdtempSync(join(home, 'book-'))}` };
    const running = await startProject({ folder: app, command: dev ?? '', env });
    try {
      await running.get('/');
      const entries = await readEntries(running, ['/']);
      expect(
        entries.map(({ url }) => new URL(url).pathname),
        running.output().slice(-2000),
      ).toContain('/');
      firsts++;
    } finally {
      await running.stop();
    }
  });

  test.each(project.runs)('$way $mode', async (run) => {
    for (const command of run.prepare ?? []) await runCommand(command, app);
    addLines(run.lines ?? [], app);
    for (const command of run.build ?? []) await runCommand(command, app);
    const { port } = upstream.address() as AddressInfo;
    const book = mkdtempSync(join(home, 'book-'));
    const env = { UPSTREAM: `http://127.0.0.1:${port}/`, GATEBOOK_STORAGE: `sqlite:${book}`, ...run.env };
    const { start: command, isHttp2 = false } = run;
    const running = await startProject({ folder: app, command, env, isHttp2 });
    try {
      const seen = await look(running);
      const row = { name: project.name, version: versionIn(app, project.packageName), run, seen };
      console.log(cellsOf(row).join(' | '));
      expect(seen, running.output().slice(-2000)).toEqual(expectedOf(project, run));
      rows.push(row);
    } finally {
      await running.stop();
    }
  });
});
