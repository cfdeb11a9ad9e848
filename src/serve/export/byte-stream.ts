import { setImmediate as aMoment } from 'node:timers/promises';

/** Text as it goes over the wire, made only when it is asked for. */
export function byteStream(chunks: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let begun = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Our server takes what is there at once for the whole, also where it then broke off.
        if (!begun) await aMoment();
        begun = true;
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
