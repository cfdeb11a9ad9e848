import diagnostics_channel from 'node:diagnostics_channel';
import { fileURLToPath } from 'node:url';
import { messageOf } from './errors.ts';
import { STDERR } from './logger.ts';
import { codeFile, requireFrom } from './package-files.ts';
import { shared } from './record/package-copies.ts';
import type { ProcessRecorder } from './register/process-recorder.ts';
import { onListening, watchProcess } from './register/watch-process.ts';
import { isSwitchedOff, unsupportedRuntime } from './requirements.ts';

// `node --import gatebook/register app.js` records the servers of a process without code in the app. It may run in every process that
// npm starts, so nothing else is loaded before a server listens, a Fastify app is created, or the app calls a function of ours.

let loaded: ProcessRecorder | null | undefined;

function load(): ProcessRecorder | null {
  if (loaded !== undefined) return loaded;
  try {
    const file = fileURLToPath(codeFile('register', 'process-recorder'));
    loaded = (
      requireFrom(file)(file) as typeof import('./register/process-recorder.ts')
    ).createProcessRecorder();
  } catch (error) {
    loaded = null;
    const reason = messageOf(error);
    STDERR.warn(`Nothing is recorded, because gatebook/register can't load its code: ${reason}`);
  }
  return loaded;
}

function register(): void {
  shared.preload = {
    open: () => load()?.open(),
    attach: (adapter, app, options) => load()?.attach(adapter, app, options),
  };
  watchProcess(load, (message) => (loaded?.logger() ?? STDERR).warn(message));
}

function explainOnce(problem: string): void {
  let isExplained = false;
  const explain = () => {
    if (!isExplained) STDERR.warn(`${problem} Nothing is recorded.`);
    isExplained = true;
  };
  onListening(explain);
  // Node 18 does not publish that a server listens.
  diagnostics_channel.subscribe('http.server.request.start', explain);
}

if (!isSwitchedOff() && !shared.preload) {
  const problem = unsupportedRuntime();
  if (problem === null) register();
  else explainOnce(problem);
}
