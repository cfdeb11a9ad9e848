import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-ports.ts';
import { stepsOf } from '../../support/readme.ts';
import { stopGroup } from '../../support/stop-group.ts';
import { runCommand, USER_ENV, writeFiles } from '../../support/user-commands.ts';

/** Milliseconds from the start of an app to its link. */
const PATIENCE = 60_000;

export interface Followed {
  /** Of the app. */
  readonly url: string;
  /** What it printed. */
  readonly link: string;
  /** Where it runs. */
  readonly folder: string;
  stop(): Promise<void>;
}

interface Follow {
  readonly heading: string;
  /** An empty folder. */
  readonly home: string;
  readonly tarball: string;
  /** What the reader has already. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Does what a section of the README says, to the letter except for two things: `gatebook` is installed from the packed file,
 * and the port is a free one. The last command starts the app, in a terminal.
 */
export async function followReadme({
  heading,
  home,
  tarball,
  files = {},
  env = {},
}: Follow): Promise<Followed> {
  const steps = stepsOf(heading);
  const port = String(await freePort());
  const userEnv = { ...USER_ENV, PORT: port, ...env };
  let folder = home;
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries({ ...files, ...steps.files }))
    writeFiles({ [file]: text.replaceAll('3000', port) }, folder);
  for (const command of steps.commands.slice(0, -1)) {
    const [, next] = /^cd (\S+)$/.exec(command) ?? [];
    if (next !== undefined) folder = join(folder, next);
    else await runCommand(command.replace('npm install gatebook', `npm install ${tarball}`), folder, userEnv);
  }
  const child = startInTerminal(steps.commands.at(-1) ?? '', folder, userEnv);
  try {
    const link = await linkOf(child);
    return { url: `http://localhost:${port}`, link, folder, stop: () => stopGroup(child) };
  } catch (error) {
    await stopGroup(child);
    throw error;
  }
}

function startInTerminal(command: string, cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn('script', ['-qec', command, '/dev/null'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
}

async function linkOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += String(chunk);
  });
  for (const end = Date.now() + PATIENCE; Date.now() < end && child.exitCode === null; await sleep(50)) {
    const [, link] = /gatebook: Profile Search: (\S+)\r?\n/.exec(output) ?? [];
    if (link !== undefined) return link;
  }
  throw new Error(`No link was printed:\n${output.slice(-4000)}`);
}
