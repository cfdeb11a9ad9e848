import { setImmediate as nextTurn } from 'node:timers/promises';

/** Encodes text chunks on demand. */
export function byteStream(chunks: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let hasStarted = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // @hono/node-server sends chunks that are ready at once as a complete response, even if the stream then fails.
        if (!hasStarted) await nextTurn();
        hasStarted = true;
        const step = await chunks.next();
        if (step.done) controller.close();
        else controller.enqueue(encoder.encode(step.value));
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}
