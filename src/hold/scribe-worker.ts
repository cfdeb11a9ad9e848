import { parentPort, workerData } from 'node:worker_threads';
import { GatebookError } from '../profile/gatebook-error.ts';
import { createRedaction } from '../profile/redaction.ts';
import { answerCalls } from '../store/answer-calls.ts';
import { openStore } from '../store/open-store.ts';
import type { Answered } from '../store/thread.ts';
import { createOpening } from './opening.ts';
import { createScribe } from './scribe.ts';
import { answersFrom } from './scribe-store.ts';
import type { ScribeOptions } from './scribe-thread.ts';

const { storage, redaction, answered } = workerData as ScribeOptions & { readonly answered: Answered };
if (parentPort) {
  const { store, close } = createOpening(() => openStore(storage, { here: true }));
  answerCalls({
    port: parentPort,
    answered,
    open: () => ({ ...createScribe(store, createRedaction(redaction)), ...answersFrom(store), close }),
    toFailure: (error) =>
      error instanceof GatebookError
        ? { code: error.code, message: error.message }
        : {
            code: 'store-failed',
            message: `The book at ${storage} could not be used: ${error instanceof Error ? error.message : String(error)}.`,
          },
  });
}
