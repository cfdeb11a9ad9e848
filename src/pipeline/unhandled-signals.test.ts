import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = pathToFileURL(`${import.meta.dirname}/unhandled-signals.ts`).href;
const APP = `
  // As on Windows: ENOSYS.
  process._kill = () => -4054;
  const { watchUnhandledSignals } = await import('${MODULE}');
  watchUnhandledSignals((signal) => console.log('ended by ' + signal));
  setInterval(() => {}, 1000);
  console.log('ready');
`;

test('a process that cannot send itself the signal ends all the same', async () => {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', APP], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => child.kill('SIGHUP'));
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  expect(output).toBe('ready\nended by SIGHUP\n');
  expect(code).toBe(129);
});
