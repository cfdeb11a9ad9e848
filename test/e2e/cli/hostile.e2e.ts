import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { COMMAND_GROUPS } from '../../../src/cli/program.ts';
import { figure } from '../../support/figure.ts';
import { hostileProfiles, writeProfiles } from '../../support/hostile-book.ts';
import { hostileText } from '../../support/hostile-profiles.ts';
import { CLI } from '../../support/run-cli.ts';

/** Hostile strings in the book: 5,000 with `npm run e2e:cli -- --full`. */
const STRINGS = process.env.FULL ? 5000 : 100;
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const storage = `sqlite:${join(folder, 'book')}`;
let tokens: string[] = [];
beforeAll(async () => {
  tokens = await writeProfiles(storage, hostileProfiles(STRINGS));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A is a token, B the next one. */
const COMMANDS_FOR_EACH = [
  'show A',
  'show A --panel everything',
  'show A --json',
  'compare A B --all',
  'since A',
  'curl A',
];
const COMMANDS = [
  'search --limit 1000',
  'search --limit 1000 --columns duration,queries,user,error',
  'search --limit 1000 --json',
  'search --limit 1000 --ndjson',
  'search --limit 1000 --fields token,ip,method,url,host,route,operation,userAgent,error,errorGroup,user,tags,service,instance,release',
  'compare A B --json',
  'since A --json',
  'export --format har',
  'export --format json',
  'export --format csv',
  'export --format ndjson',
  'clients',
  'routes',
  'errors',
  'findings --since 2000-01-01',
  'why status:4xx,5xx',
  'stats',
  'doctor',
  'check',
  'prune --entries 1000000',
  `backup ${join(folder, 'copy')}`,
];

/** Commands that print nothing that was recorded, or have a test of their own. */
const ELSEWHERE = [
  'delete',
  'redact',
  'run',
  'open',
  'serve',
  'mcp',
  'replay',
  'demo',
  'tail',
  'completion',
  'copy',
  'keep',
  'ddl',
  'collect',
  'keys',
];

const env = {
  ...process.env,
  GATEBOOK_STORAGE: storage,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  COLUMNS: '80',
};

function argsOf(command: string, index: number): string[] {
  const [a = '', b = ''] = [tokens[index], tokens[(index + 1) % tokens.length]];
  return command.split(' ').map((word) => (word === 'A' ? a : word === 'B' ? b : word));
}

/** All that a process prints. It may fail: hostile requests can't all be compared or sent. */
function outputOf(file: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(file, [...args], { env, maxBuffer: 1e9 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** In a pipe, and in a terminal. */
async function outputs(args: readonly string[]): Promise<string[]> {
  const line = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ');
  const [piped, shown] = await Promise.all([
    outputOf(process.execPath, [CLI, ...args]),
    outputOf('script', ['-qec', line, '/dev/null']),
  ]);
  // A terminal ends its lines with CR LF. Progress replaces its own line.
  return [piped, shown.replaceAll('\r\n', '\n').replaceAll('\r\u001b[K', '')];
}

function expectVisible(text: string, what: string): void {
  const found = INVISIBLE.exec(text);
  if (!found) return;
  const around = JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 60));
  throw new Error(`${what} prints U+${found[0].codePointAt(0)?.toString(16)}: ${around}`);
}

test(`${STRINGS} hostile strings through every command`, { timeout: 1_200_000 }, async () => {
  let printed = 0;
  const run = async (command: string, index: number) => {
    for (const text of await outputs(argsOf(command, index))) {
      expectVisible(command.includes('csv') ? text.replaceAll('\r\n', '\n') : text, command);
      printed += text.length;
    }
  };
  for (const command of COMMANDS) await run(command, 0);
  // Each profile through one command here, and through all of them with --full.
  for (const index of tokens.keys())
    for (const [i, command] of COMMANDS_FOR_EACH.entries())
      if (process.env.FULL || index % COMMANDS_FOR_EACH.length === i) await run(command, index);
  figure(`${STRINGS} hostile strings`, `${printed} characters printed, none of them invisible`);
});

test('every command that prints what was recorded is among them', () => {
  const names = Object.values(COMMAND_GROUPS).flatMap((group) => Object.keys(group));
  const tested = [...COMMANDS, ...COMMANDS_FOR_EACH].map((command) => command.split(' ')[0]);
  expect(names.filter((name) => !tested.includes(name) && !ELSEWHERE.includes(name))).toEqual([]);
});

test('hostile arguments', { timeout: 240_000 }, async () => {
  const samples = fc.sample(hostileText, { numRuns: STRINGS / 100, seed: 20 });
  for (const word of samples.map((text) => text.replaceAll('\0', ''))) {
    const all = [[word], ['search', word], ['show', word], ['search', '--tz', word], ['redact', word]];
    const texts = await Promise.all(all.map((args) => outputOf(process.execPath, [CLI, ...args])));
    for (const [i, text] of texts.entries()) expectVisible(text, JSON.stringify(all[i]));
  }
});

test('tail', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [CLI, 'tail'], { env });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await vi.waitFor(
    async () => {
      await writeProfiles(storage, hostileProfiles(STRINGS));
      expect(text.split('\n').length).toBeGreaterThan(10);
    },
    { timeout: 30_000, interval: 1000 },
  );
  child.kill();
  expectVisible(text, 'tail');
});
