import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GATEBOOK } from './cell.ts';
import type { Library } from './libraries.ts';
import type { LoggingServer } from './servers.ts';

/** Operations of a request: fewer than the spans that a profile keeps. */
const BATCH = 250;

/** What differs between an app with and without Gatebook, after this many operations. */
export async function differences(
  { modules, setup, operations = [] }: Library,
  folder: string,
  server: LoggingServer | undefined,
  count: number,
): Promise<{ readonly compared: number; readonly different: readonly unknown[] }> {
  const run = async (isRecorded: boolean): Promise<readonly string[]> => {
    const name = join(folder, isRecorded ? 'recorded' : 'bare');
    const app = { modules, setup, operations, count, options: server?.options ?? {}, output: `${name}.json` };
    writeFileSync(`${name}.cjs`, appCode(app, isRecorded));
    await promisify(execFile)(process.execPath, ['--no-warnings', `${name}.cjs`], {
      cwd: folder,
      timeout: 600_000,
    });
    return JSON.parse(readFileSync(`${name}.json`, 'utf8'));
  };
  const bare = await run(false);
  const recorded = await run(true);
  const different = recorded.flatMap((item, n) => (item === bare[n] ? [] : [[bare[n], item]]));
  return { compared: Math.min(bare.length, recorded.length), different: different.slice(0, 5) };
}

interface App {
  readonly modules: Readonly<Record<string, string>>;
  readonly setup: string;
  readonly operations: readonly string[];
  readonly count: number;
  readonly options: object;
  readonly output: string;
}

function appCode({ modules, setup, operations, count, options, output }: App, isRecorded: boolean): string {
  const loads = Object.entries(modules).map(([name, path]) => `const ${name} = require('${path}');`);
  return `
const { createServer } = require('node:http');
const { once } = require('node:events');
${loads.join('\n')}
const SECRET = 'secret';
const OPTIONS = ${JSON.stringify(options)};
/** What an error shows to the app. */
const errorOf = (error) => ({ class: error?.constructor?.name, name: error?.name, message: error?.message, code: error?.code, keys: Object.keys(Object(error)), stack: String(error?.stack).split('\\n')[0] });
const plain = (value) => value instanceof Error ? errorOf(value) : value;
/** What an operation returns, throws, and calls back, but not the number of a table of PostgreSQL, which is new each time. */
async function outcomeOf(run, n) {
  const seen = [];
  try {
    const returned = run(seen, n);
    seen.push(Object.prototype.toString.call(returned), returned?.constructor?.name, Object.keys(Object(returned)).length);
    seen.push(plain(await returned));
  } catch (error) {
    seen.push(errorOf(error));
  }
  return JSON.stringify(seen, (key, value) => key === 'tableID' || key === '_types' ? undefined : typeof value === 'bigint' ? String(value) : value);
}
const outcomes = [];
async function main() {
  ${setup}
  const operations = [${operations.join(',\n')}];
  let next = 0;
  const server = createServer(async (request, response) => {
    for (let n = 0; n < ${BATCH} && next < ${count}; n++, next++) outcomes.push(await outcomeOf(operations[next % operations.length], next));
    response.end();
  });
  ${isRecorded ? `require('${GATEBOOK}').gatebook(server, { storage: 'memory:', key: 'key-of-the-tests-1' });` : ''}
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  while (next < ${count}) await (await fetch('http://127.0.0.1:' + server.address().port)).text();
  require('node:fs').writeFileSync('${output}', JSON.stringify(outcomes));
  process.exit();
}
main().catch((error) => { console.error(error); process.exit(1); });
`;
}
