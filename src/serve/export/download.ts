import { setImmediate as nextTurn } from 'node:timers/promises';

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  har: 'application/json; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** The headers of a download. The label becomes part of the file name, with only letters, digits and dashes. */
export function attachmentHeaders(extension: string, label: string): Record<string, string> {
  const name = `gatebook-${label.replace(/[^A-Za-z0-9-]+/g, '-')}.${extension}`;
  const type = TYPES[extension] ?? 'text/plain; charset=utf-8';
  return { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
}

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
