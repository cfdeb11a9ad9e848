import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAnswer, startAgent } from '../../support/mcp-agent.ts';
import { CLI } from '../../support/run-cli.ts';
import { type AgentApp, EXCEPTION, N_PLUS_ONE, startAgentApp } from './agent-app.ts';

const SKILL = readFileSync(join(import.meta.dirname, '../../../skills/gatebook/SKILL.md'), 'utf8');
let app: AgentApp;

beforeEach(async () => {
  app = await startAgentApp();
});
afterEach(() => app.stop());

/** Runs a command line of the skill file, with npx gatebook as the built command. */
function run(
  line: string,
): Promise<{ readonly status: number; readonly stdout: string; readonly stderr: string }> {
  const command = line.replace(/^npx gatebook/, `'${process.execPath}' '${CLI}'`);
  const env = { ...process.env, GATEBOOK_KEY: undefined, GATEBOOK_STORAGE: undefined };
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], { cwd: app.folder, env, encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

/** The rows of `--json`. */
async function tokens(line: string): Promise<string[]> {
  const { stdout } = await run(`${line} --json`);
  return (JSON.parse(stdout).entries as { token: string; kind: string }[])
    .filter(({ kind }) => kind === 'main')
    .map(({ token }) => token);
}

test('an agent finds an N+1 and an exception, and verifies the fix, by the command line', async () => {
  expect(await run('npx gatebook doctor')).toMatchObject({ status: 0 });

  // Find and narrow.
  const slow = await tokens("npx gatebook search 'queries:>10'");
  const failed = await tokens('npx gatebook search status:5xx since:1h');
  expect([slow.length, failed.length]).toEqual([1, 1]);
  const [repeated = '', broken = ''] = [...slow, ...failed];

  // One panel at a time.
  const queries = await run(`npx gatebook show ${repeated} --panel queries`);
  expect(queries.stdout).toContain('N+1');
  expect(queries.stdout).toContain('SELECT * FROM lines WHERE order_id = ?');
  expect(queries.stdout).toContain(app.lineOf(N_PLUS_ONE));
  const exception = await run('npx gatebook show last-error --panel exception');
  expect(exception.stdout).toContain("TypeError: Cannot read properties of undefined (reading 'total')");
  expect(exception.stdout).toContain(app.lineOf(EXCEPTION));
  expect((await run('npx gatebook since last-error')).stdout).toContain('Last worked');

  // Before the change, a replay reproduces both.
  expect(await run(`npx gatebook replay ${broken} --expect 2xx`)).toMatchObject({ status: 1 });
  expect((await run(`npx gatebook replay ${broken} --expect 500`)).stdout).toContain(
    'Nothing differs that can matter',
  );

  await app.fix();

  // Verify.
  expect(await run(`npx gatebook replay ${broken} --expect 404`)).toMatchObject({ status: 0 });
  const replayed = JSON.parse((await run(`npx gatebook replay ${repeated} --expect same --json`)).stdout);
  const compared = await run(`npx gatebook compare ${repeated} ${replayed.compared.token}`);
  expect(compared.stdout).toMatch(/- query SELECT \* FROM lines WHERE order_id = \? (missing|not called)/);
  expect((await run(`npx gatebook show ${replayed.compared.token} --panel queries`)).stdout).not.toContain(
    'N+1',
  );
  expect(await tokens(`npx gatebook search 'queries:>10' since:1h`)).toEqual([repeated]);
});

test('an agent finds an N+1 and an exception, and verifies the fix, by MCP', async () => {
  const agent = await startAgent(
    `sqlite:${join(app.folder, '.gatebook')}`,
    '--allow-replay',
    '--to',
    app.url,
  );
  const ask = async (tool: string, args?: Record<string, unknown>) => {
    const { text, isError } = await agent.call(tool, args);
    expect(isError, text).toBe(false);
    return readAnswer(text).recorded;
  };

  const [repeated = ''] = (await ask('search_requests', { query: 'queries:>10' })).split(' ');
  const queries = await ask('get_request', { token: repeated, panel: 'queries' });
  expect(queries).toContain('N+1');
  expect(queries).toContain(app.lineOf(N_PLUS_ONE));
  const error = await ask('last_error');
  const [broken = ''] = (await ask('search_requests', { query: 'status:500 kind:main' })).split(' ');
  expect(error).toContain("TypeError: Cannot read properties of undefined (reading 'total')");
  expect(error).toContain(app.lineOf(EXCEPTION));
  expect(error).toContain('Last worked');
  expect(await ask('replay_request', { token: broken })).toContain('Nothing differs that can matter');

  await app.fix();

  expect(await ask('replay_request', { token: broken })).toContain('status 500 → 404');
  const after = await ask('replay_request', { token: repeated });
  expect(after).toMatch(/- query SELECT \* FROM lines WHERE order_id = \? (missing|not called)/);
  await fetch(`${app.url}/orders?again`);
  const [seen = ''] = (await ask('wait_for_request', { query: 'url:again' })).split(' ');
  expect(await ask('compare_requests', { a: repeated, b: seen })).toContain('SELECT * FROM lines');
  expect(await ask('get_request', { token: seen, panel: 'queries' })).not.toContain('N+1');
  expect(agent.stderr()).toBe('');
  await agent.close();
});

test('every command line of the skill file works', async () => {
  const blocks = [...SKILL.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.trim().split('\n'));
  const inText = [...SKILL.matchAll(/`(npx gatebook [^`]+)`/g)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(10);
  const [token = ''] = await tokens('npx gatebook search path:/orders');
  const check = async (line: string) => {
    const { status, stdout, stderr } = await run(line.replace('TOKEN', token));
    expect({ line, status, stderr: status === 0 ? '' : stderr }).toEqual({ line, status: 0, stderr: '' });
    expect(stdout, line).not.toMatch(/No results found|No matching requests/);
  };
  const [reading, sending] = [false, true].map((sends) =>
    [...lines, ...inText].filter((line) => line.includes(' replay ') === sends),
  );
  await Promise.all((reading ?? []).map(check));
  for (const line of sending ?? []) await check(line);
});
