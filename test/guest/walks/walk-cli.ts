import { gatebookLater } from '../../support/run-cli-later.ts';

const TOKEN = /(?:^|\s)([0-9a-f]{6})(?=\s|$)/m;

/** Runs the commands in the folder of the app. Returns what the last one prints, with single spaces. */
export async function walkCli(folder: string, steps: readonly string[], row: string): Promise<string> {
  let output = '';
  for (const step of steps) {
    const args = step.split(' ').map((arg) => (arg === 'ROW' ? tokenOf(output, row) : arg));
    const { status, stdout, stderr } = await gatebookLater(folder, ...args);
    if (status !== 0)
      throw new Error(`gatebook ${args.join(' ')}: exit code ${status}\n${stdout}\n${stderr}`);
    output = stdout;
  }
  return output.replace(/\s+/g, ' ');
}

/** The token of the first row with this text. */
function tokenOf(output: string, row: string): string {
  const line = output.split('\n').find((each) => each.includes(row));
  const token = line && TOKEN.exec(line)?.[1];
  if (!token) throw new Error(`No row with ${row}:\n${output}`);
  return token;
}
