import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runScript } from '../../test/support/run-script.ts';

const MODULE = pathToFileURL(`${import.meta.dirname}/keep-alive.ts`).href;

test('keeps the process alive until the work is done, or has failed', async () => {
  const end = await runScript(`
    const { keepAlive } = await import('${MODULE}');
    const later = (settle, value) => new Promise((...both) => setTimeout(both[settle], 20, value).unref());
    say(await keepAlive(later(0, 'done')));
    say(await keepAlive(later(1, 'failed')).catch((reason) => reason));
  `);
  expect(end).toEqual({ code: 0, signal: null, said: ['done', 'failed'] });
});
