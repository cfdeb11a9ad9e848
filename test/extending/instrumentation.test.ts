import { afterEach, expect, test } from 'vitest';
import { queueInstrumentation } from '../../examples/extending/instrumentation.js';
import { QueueClient } from '../../examples/extending/queue-client.js';
import type { RunningServer } from '../support/frameworks/frameworks.ts';
import { requestDetail, serve } from '../support/recorded-server.ts';

let running: RunningServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

test('shows published messages as spans, and leaves the library as it was when the book closes', async () => {
  const { publish } = QueueClient.prototype;
  const queue = new QueueClient();
  running = await serve(
    async () => {
      expect(await queue.publish('orders', { id: 7 })).toEqual({ topic: 'orders', size: 8 });
      await expect(queue.publish('closed', {})).rejects.toThrow('The topic is closed.');
    },
    { instrumentations: [queueInstrumentation] },
  );
  const { spans } = await requestDetail(running, '/order');
  expect(spans).toMatchObject([
    { kind: 'app', name: 'publish orders', system: 'queue', parent: null },
    { kind: 'app', name: 'publish closed', error: 'Error: The topic is closed.' },
  ]);
  expect(spans?.[0]?.duration).toBeGreaterThan(3000);
  expect(running.book.stats().faults).toBe(0);
  await running.close();
  running = undefined;
  expect(QueueClient.prototype.publish).toBe(publish);
});

test('does nothing outside of a request', async () => {
  running = await serve(() => {}, { instrumentations: [queueInstrumentation] });
  expect(await new QueueClient().publish('orders', {})).toMatchObject({ topic: 'orders' });
  expect(running.book.stats()).toMatchObject({ recorded: 0, faults: 0 });
});
