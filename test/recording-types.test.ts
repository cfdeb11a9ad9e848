import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { ask } from './ask.ts';
import { entries, listening } from './frameworks.ts';
import { recordedExpress, refused } from './types/with-express.ts';
import { recordedFastify } from './types/with-fastify.ts';

test('an app of Express as its types have it is recorded; a bare listener is refused by them and at run time', async () => {
  const { app, book } = recordedExpress();
  const running = await listening(createServer(app), book);
  expect((await ask(running.port, '/')).body).toBe('Hello');
  expect(await entries(running, 1)).toHaveLength(1);
  await running.close();
  expect(refused).toThrow(expect.objectContaining({ code: 'bad-option' }));
});

test('an app of Fastify as its types have it is recorded, and carries its book', async () => {
  const { app, book, stats } = await recordedFastify();
  expect((await app.inject('/')).body).toBe('Hello');
  expect(await entries({ book }, 1)).toHaveLength(1);
  expect(stats()).toMatchObject({ recorded: 1, stored: 1, dropped: 0, held: 0, faults: 0 });
  await app.close();
});
