import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { AGENTS } from './apps/otel/agents.ts';
import { Project, type Run } from './toolchains/project.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const APP = join(import.meta.dirname, 'apps/otel/app.mjs');
const APP_PACKAGES = ['express', 'knex', 'pg'];
const isFull = process.env.GUEST === 'full';

/** The number of queries of each request. */
const QUERIES = { '/pool': 1, '/both': 2, '/client': 3, '/callback': 1, '/knex': 2, '/none': 0, '/fails': 1 };

interface Output {
  readonly answers: Readonly<Record<string, readonly [status: number, text: string]>>;
  readonly seen: Readonly<Record<string, Seen>>;
  readonly faults?: number;
}
interface Seen {
  readonly queries: number;
  readonly trace: string;
  readonly error: string;
  readonly http: number;
  readonly otel: readonly string[];
}

let postgres: PostgresServer;
const projects: Project[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  for (const project of projects) project.remove();
  await postgres.stop();
});

function keep(project: Project): Project {
  projects.push(project);
  cpSync(APP, join(project.folder, 'app.mjs'));
  return project;
}

/** Runs the app with a module that Node loads first. */
async function runApp(
  project: Project,
  start: string,
  env: Readonly<Record<string, string>>,
): Promise<Output> {
  const { host, port, user } = postgres.options;
  const run: Run = await project.node(['--import', `./${start}`, 'app.mjs'], {
    env: { POSTGRES: `postgres://${user}@${host}:${port}`, ...env },
  });
  const line = run.stdout.split('\n').find((text) => text.startsWith('{"answers"'));
  if (run.code !== 0 || !line)
    throw new Error(`The app failed with ${run.code}: ${run.stderr}\n${run.stdout}`);
  return JSON.parse(line);
}

function queriesIn({ seen }: Output): Record<string, number> {
  return Object.fromEntries(Object.entries(seen).map(([path, { queries }]) => [path, queries]));
}

function expectSeen(output: Output): void {
  expect(queriesIn(output)).toMatchObject(QUERIES);
  expect(output.seen['/none']?.http).toBe(1);
  expect(output.faults).toBe(0);
}

/** The code blocks of the section on OpenTelemetry. */
function recipe(): { packages: string[]; file: string; source: string; command: string } {
  const docs = readFileSync(join(DOCS, 'instrumentation.md'), 'utf8');
  const section = /\n## OpenTelemetry\n([\s\S]*?)\n##/.exec(docs)?.[1] ?? '';
  const blocks = [...section.matchAll(/```(sh|js)\n([\s\S]*?)```/g)].map(([, , text = '']) => text);
  const [install = '', source = '', command = ''] = blocks;
  const [, file = ''] = /^\/\/ (\S+)\n/.exec(source) ?? [];
  return { packages: install.trim().split(' ').slice(2), file, source, command: command.trim() };
}

test('the docs have the lines to install, configure and start OpenTelemetry', () => {
  const { packages, file, source, command } = recipe();
  expect(packages).toContain('@opentelemetry/sdk-node');
  expect(source).toContain("from 'gatebook/otel'");
  expect(command).toBe(`node --import ./${file} app.mjs`);
});

/** The parts of the SDK that this repository has, with the instrumentation of node:http. */
const SMALL = `import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { GatebookSpanProcessor } from 'gatebook/otel';
new NodeTracerProvider({ spanProcessors: [new GatebookSpanProcessor()] }).register();
registerInstrumentations({ instrumentations: [new HttpInstrumentation()] });
`;

test('requests have the trace of an SDK that is loaded first, and queries count once', async () => {
  const project = keep(Project.linked());
  project.write('otel.mjs', SMALL);
  const output = await runApp(project, 'otel.mjs', {});
  expectSeen(output);
  const traces = Object.values(output.seen).map(({ trace }) => trace);
  expect(traces.every((trace) => /^[0-9a-f]{32}$/.test(trace))).toBe(true);
  if (!isFull) figure('otel', `${Object.keys(QUERIES).length} kinds of requests, each query once`);
});

describe.runIf(isFull)('with packages from the npm registry', () => {
  test("OpenTelemetry by the docs' own lines", async () => {
    const { packages, file, source } = recipe();
    const project = keep(await Project.installed(...packages, ...APP_PACKAGES));
    project.write(file, source);
    const env = { OTEL_LOGS_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' };
    const bare = await runApp(project, file, { ...env, WITHOUT_GATEBOOK: '1' });
    const both = await runApp(project, file, env);
    const only = await runApp(project, file, { ...env, INSTRUMENTATIONS: 'otel,http,fetch' });
    for (const output of [both, only]) {
      expect(output.answers).toEqual(bare.answers);
      expectSeen(output);
      expect(Object.values(output.seen).every(({ trace }) => trace.length === 32)).toBe(true);
    }
    const versions = packages.map((name) => `${name} ${project.versionOf(name)}`);
    figure('otel', `${versions.join(', ')}: each query once, with and without the instrumentation of pg`);
  });

  const rows: string[] = [];
  test.each(AGENTS)('$name', async ({ name, packages, start, env }) => {
    const project = keep(await Project.installed(...packages, ...APP_PACKAGES));
    project.write('agent.mjs', start);
    const agent = { ...env, AGENT: '1' };
    const bare = await runApp(project, 'agent.mjs', { ...agent, WITHOUT_GATEBOOK: '1' });
    const both = await runApp(project, 'agent.mjs', agent);
    expect(both.answers).toEqual(bare.answers);
    expectSeen(both);
    const version = project.versionOf(name);
    rows.push(`| \`${name}\` | ${version} | the same | none | once |`);
    figure('agents', `${name} ${version}`);
  });
  afterAll(() => writeTable(rows));
});

/** Replaces the table of agents in the docs. */
function writeTable(rows: readonly string[]): void {
  if (rows.length !== AGENTS.length) return;
  const file = join(DOCS, 'instrumentation.md');
  const [start, end] = ['<!-- Agents, written by npm run e2e:guest -- --full -->', '<!-- End of agents -->'];
  const text = readFileSync(file, 'utf8');
  const table = [
    '| agent | version | answers | errors | queries |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
  const [before, rest] = [text.slice(0, text.indexOf(start)), text.slice(text.indexOf(end))];
  writeFileSync(file, `${before}${start}\n\n${table.join('\n')}\n\n${rest}`);
}
