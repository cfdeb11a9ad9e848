import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

// `say` blocks, so that its output comes before the end of the process.
const START = `
  import { writeSync } from 'node:fs';
  const say = (...words) => writeSync(1, words.join(' ') + '\\n');
  /** Waits for signals. They should end the process long before. */
  const wait = () => { setTimeout(() => process.exit(77), 10_000); say('ready'); };
`;

export interface ScriptEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** The lines that it has said, without `ready`. */
  readonly said: readonly string[];
}

/** Runs an ES module in a process group of its own until it ends. Each time it says `ready`, it gets the next signal. */
export async function runScript(script: string, signals: readonly NodeJS.Signals[] = []): Promise<ScriptEnd> {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', START + script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  const next = signals.values();
  child.stdout.on('data', (chunk: Buffer) => {
    if (`${chunk}`.endsWith('ready\n')) child.kill(next.next().value ?? 'SIGKILL');
  });
  const [[code, signal], output] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  return { code, signal, said: output.split('\n').filter((line) => line !== '' && line !== 'ready') };
}
