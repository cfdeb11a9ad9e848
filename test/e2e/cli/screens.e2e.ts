import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_GROUPS } from '../../../src/cli/program.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { GOLDEN_PROFILES } from '../../support/golden-book.ts';
import { CLI } from '../../support/run-cli.ts';
import { screenOf } from '../../support/tmux.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const storage = `sqlite:${join(folder, 'book')}`;
let tokens: readonly string[] = [];
beforeAll(async () => {
  const store = await openStore(storage);
  await store.write({ id: 'golden', profiles: GOLDEN_PROFILES });
  tokens = GOLDEN_PROFILES.map(({ entry }) => store.tokens.tokenOf(entry.seq));
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** T1 is the token of the first profile. */
const EXPECTED = [
  'search',
  'search status:5xx --columns duration,queries,user,error',
  'search --fields token,status,url,user --limit 3',
  'search --ndjson --fields token,status,user --limit 2',
  'search status:4',
  'search nothing-like-this',
  'search --jsno',
  'serch',
  'show T5',
  'show T6',
  'show T5 --panel exception',
  'show T5 --panel timeline',
  'show T5 --panel queries',
  'show T5 --panel logs',
  'show T5 --panel outgoing',
  'show T5 --panel request',
  'show T5 --panel body',
  'show T5 --panel notes',
  'show T5 --panel client',
  'show T1 --panel sub-requests',
  'show T1 --panel querys',
  'show T5 --panel logs --json',
  'redact "token=abc key=i0jZ8KPwHbrb338xnjaFEprh6tkw"',
  'show ffffff',
  'compare T1 T5',
];

/** Their output depends on the machine or the time. */
const OTHERS = [
  'clients',
  'routes',
  'errors',
  'stats',
  'check',
  'since T5',
  'why status:5xx',
  'curl T5',
  'prune --entries 1000',
  'delete token:T2 --yes',
  'ddl --cluster main',
];

/** Half of the time of a screen is waiting. */
const AT_ONCE = 4;

function commandLine(text: string): string {
  const args = text.replace(/\bT(\d)\b/g, (_, number) => tokens[Number(number) - 1] ?? '');
  return `"${process.execPath}" "${CLI}" ${args}`;
}

/** Tokens are random, but always as long. */
function expectedText(lines: readonly string[]): string {
  return tokens.reduce((text, token, i) => text.replaceAll(token, `token${i + 1}`), lines.join('\n'));
}

test.each([80, 200])('every command is readable at %i columns', { timeout: 240_000 }, async (columns) => {
  const options = { columns, cwd: folder, env: { GATEBOOK_STORAGE: 'sqlite:book', NO_COLOR: '1' } };
  const screens: string[] = [];
  for (let i = 0; i < EXPECTED.length; i += AT_ONCE)
    screens.push(
      ...(await Promise.all(
        EXPECTED.slice(i, i + AT_ONCE).map(async (text) => {
          const { lines, exitCode } = await screenOf(commandLine(text), options);
          return `$ gatebook ${text}    (exit code ${exitCode})\n${expectedText(lines).trimEnd()}\n`;
        }),
      )),
    );
  await expect(screens.join('\n')).toMatchFileSnapshot(`screens/${columns}-columns.txt`);
});

test('the others end well at 80 columns', async () => {
  for (const text of OTHERS) {
    const options = { columns: 80, cwd: folder, env: { GATEBOOK_STORAGE: storage } };
    const { lines, exitCode } = await screenOf(commandLine(text), options);
    expect({ text, exitCode }).toEqual({ text, exitCode: 0 });
    expect(lines.join('\n')).not.toMatch(/\bat .*\.js:\d+|undefined|NaN|\[object/);
  }
});

test('the help of every command has examples', async () => {
  for (const group of Object.values(COMMAND_GROUPS))
    for (const [name, load] of Object.entries(group)) {
      const command = await load();
      let help = '';
      command
        .configureOutput({
          writeOut: (text) => {
            help += text;
          },
        })
        .outputHelp();
      expect({ name, hasExample: help.includes(`gatebook ${name}`) && /Examples?:/.test(help) }).toEqual({
        name,
        hasExample: true,
      });
    }
});

test('a terminal has colours, unless NO_COLOR is set', async () => {
  const screen = async (env: Record<string, string>) => {
    const all = { GATEBOOK_STORAGE: storage, ...env };
    return (
      await screenOf(commandLine('search'), { columns: 100, cwd: folder, env: all, withColours: true })
    ).lines.join('\n');
  };
  expect(await screen({})).toContain('\u001b[31m500\u001b[39m');
  expect(await screen({ NO_COLOR: '1' })).not.toContain('\u001b');
});
