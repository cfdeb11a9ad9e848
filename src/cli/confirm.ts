import { createInterface } from 'node:readline/promises';

export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks a question on the terminal. Only yes counts as agreement. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const controller = new AbortController();
    terminal.once('close', () => controller.abort());
    const answer = await terminal
      .question(`${question} [y/N] `, { signal: controller.signal })
      .catch(() => '');
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
