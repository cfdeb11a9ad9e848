import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import { Command } from 'commander';
import { codeFile } from '../../package-files.ts';
import { examples } from '../help.ts';
import { windowsProgram } from '../windows-program.ts';

const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR2'] as const;
const NOT_FOUND = 127;

export function runCommand(): Command {
  return new Command('run')
    .summary('run a command and record the servers it starts')
    .description(
      'Run a command with gatebook/register loaded in each of its Node processes, so that the servers they start are recorded. ' +
        'Variables such as GATEBOOK_STORAGE, or a file gatebook.config.js, set the options.',
    )
    .argument('<command...>', 'the command and its arguments: gatebook run -- npm start')
    .passThroughOptions()
    .addHelpText(
      'after',
      examples(
        'gatebook run -- npm start',
        'GATEBOOK_STORAGE=sqlite:/var/lib/shop gatebook run -- node server.js',
      ),
    )
    .action(run);
}

function run([command = '', ...args]: readonly string[]): void {
  const env = { ...process.env, NODE_OPTIONS: nodeOptions(process.env.NODE_OPTIONS) };
  const program = process.platform === 'win32' ? windowsProgram(command, args) : { file: command, args };
  const child = spawn(program.file, program.args, { ...program.options, stdio: 'inherit', env });
  passSignals(child);
  child.once('error', (error) => {
    process.stderr.write(`gatebook: "${command}" can't be run: ${error.message}\n`);
    process.exit(NOT_FOUND);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // The signal is ignored by this process, as in a shell started with nohup.
    setTimeout(() => process.exit(128 + constants.signals[signal]), 100);
  });
}

function nodeOptions(existing: string | undefined): string {
  // A name would be resolved in the folder of the app, where Gatebook may not be installed.
  const preload = `--import=${codeFile('.', 'register').href}`;
  return existing ? `${existing} ${preload}` : preload;
}

/**
 * A terminal sends its signals to all processes in the foreground, so passing them on would send them twice. So does a console of
 * Windows, where passing one on would also end the child at once.
 */
function passSignals(child: ChildProcess): void {
  const isInTerminal = [0, 1, 2].some((stream) => isatty(stream));
  const isPassed = (signal: NodeJS.Signals) =>
    process.platform !== 'win32' && (!isInTerminal || (signal !== 'SIGINT' && signal !== 'SIGQUIT'));
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isPassed(signal)) child.kill(signal);
    });
  }
}
