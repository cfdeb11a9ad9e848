import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleProfile } from '../../../src/store/conformance/sample-profile.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { CLI } from '../../support/run-cli.ts';
import { Tmux } from '../../support/tmux.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const storage = `sqlite:${join(folder, 'book')}`;
const gatebook = `"${process.execPath}" "${CLI}"`;
const env = { ...process.env, GATEBOOK_STORAGE: storage };
beforeAll(async () => {
  const store = await openStore(storage);
  const profiles = Array.from({ length: 1000 }, (_, seq) =>
    sampleProfile({ seq, url: `https://h/${'a'.repeat(500)}` }),
  );
  await store.write({ id: 'a', profiles });
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  'search --limit 1000',
  'search --limit 1000 --json',
  'search --limit 1000 --ndjson',
  'show latest --panel raw',
  'export --format ndjson',
  'export --format har',
  'stats',
  '--help',
  'search --help',
  'completion bash',
])('%s | head ends quietly', (args) => {
  const script = `{ ${gatebook} ${args}; echo "ended $?" >&2; } | head -1 >/dev/null`;
  expect(spawnSync('bash', ['-c', script], { encoding: 'utf8', env }).stderr).toBe('ended 0\n');
});

test.each(['tail', 'tail --ndjson'])('Ctrl-C ends %s quietly, with exit code 130', async (args) => {
  const terminal = new Tmux('bash --norc', {
    columns: 100,
    cwd: folder,
    env: { GATEBOOK_STORAGE: storage, PS1: '$ ' },
  });
  try {
    terminal.press(`${gatebook} ${args}`, 'Enter');
    await terminal.waitFor(/Press Ctrl-C to end/);
    terminal.press('C-c');
    await terminal.waitFor(/\^C\n/);
    terminal.press('echo "code $?"', 'Enter');
    await terminal.waitFor(/^code 130$/m);
    expect(terminal.lines().join('\n')).not.toMatch(/Error|\.js:\d/);
  } finally {
    terminal.close();
  }
});

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

describe('completion', () => {
  const file = (shell: string) => join(folder, `completion.${shell}`);
  beforeAll(() => {
    for (const shell of ['bash', 'zsh', 'fish'])
      writeFileSync(file(shell), spawnSync(process.execPath, [CLI, 'completion', shell], { env }).stdout);
  });

  /** Types into a real shell and presses Tab. */
  async function typed(shell: string, setup: string, text: string, expected: RegExp): Promise<void> {
    const terminal = new Tmux(shell, { columns: 120, cwd: folder, env: { HOME: folder, PS1: '$ ' } });
    try {
      terminal.press(setup, 'Enter');
      terminal.press('echo ready', 'Enter');
      await terminal.waitFor(/^ready$/m);
      terminal.press(text, 'Tab');
      await terminal.waitFor(expected, 10_000);
    } finally {
      terminal.close();
    }
  }

  const CASES: readonly (readonly [string, RegExp])[] = [
    ['gatebook sea', /gatebook search/],
    ['gatebook show --pan', /gatebook show --panel/],
    ['gatebook show abc --panel time', /--panel timeline/],
    ['gatebook completion fi', /completion fish/],
  ];
  test.each(CASES)('bash: %s', (text, expected) =>
    typed('bash --norc', `source ${file('bash')}`, text, expected),
  );
  test.skipIf(!has('zsh')).each(CASES)('zsh: %s', (text, expected) =>
    typed('zsh -f', `autoload -U compinit && compinit -u -D && source ${file('zsh')}`, text, expected),
  );
  test.skipIf(!has('fish')).each(CASES)('fish: %s', (text, expected) => {
    const script = `source ${file('fish')}; complete -C "${text}"`;
    const { stdout } = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
    const [word = ''] = /[\w-]+$/.exec(expected.source.trim()) ?? [];
    expect(stdout).toMatch(new RegExp(`^${word}\\b`, 'm'));
  });
});
