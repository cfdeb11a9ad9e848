import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { liveBytes } from '../../support/heap.ts';
import { profileOf, type RunningServer } from '../../support/running-server.ts';
import { entriesOf, type Suite } from './suite.ts';

/** Full run, which also measures memory: `BODY_MB=100 npx vitest run test/recording/adapters.test.ts -t bodies`. */
const MEGABYTES = Number(process.env.BODY_MB ?? 10);
const MEASURES_MEMORY = process.env.BODY_MB !== undefined;
const CHUNK = 65_536;
const CHUNKS = (MEGABYTES * 2 ** 20) / CHUNK;
const MAX_COPIED = 16_384;
const MAX_MEMORY = 5e6;
const SAMPLES = 3;
/** More than the kernel buffers on a connection. */
const MANY_CHUNKS = 1000;

/** Lines of text, different in each chunk. */
function* chunks(count: number): Generator<Buffer> {
  for (let n = 0; n < count; n++) {
    const chunk = Buffer.alloc(CHUNK, 'id,name,city\n7,"Jo Doe",Ulm\n');
    chunk.write(String(n), CHUNK / 2);
    yield chunk;
  }
}

const EXPECTED = [...chunks(CHUNKS)].reduce((sum, chunk) => crc32(chunk, sum), 0);

function openEcho({ connect, port }: RunningServer): ClientRequest {
  const headers = { host: `127.0.0.1:${port}`, 'content-type': 'text/csv' };
  return request({ path: '/echo', method: 'POST', createConnection: connect, headers }).on('error', () => {});
}

/** V8 frees buffers some time after it has found that they are not used any more. */
async function memoryInUse(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 5; n++) {
    least = Math.min(least, liveBytes() + process.memoryUsage().arrayBuffers);
    await sleep(5);
  }
  return least;
}

/** Sends a body and reads it back. Returns its checksum and the most memory that was in use in the meantime. */
async function echo(app: RunningServer): Promise<{ checksum: number; peak: number }> {
  const sent = openEcho(app);
  const sending = pipeline(Readable.from(chunks(CHUNKS)), sent);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let [checksum, length, peak] = [0, 0, 0];
  for await (const chunk of response) {
    checksum = crc32(chunk, checksum);
    length += chunk.length;
    const isSample = MEASURES_MEMORY && length % Math.ceil((CHUNKS * CHUNK) / SAMPLES) < chunk.length;
    if (isSample) peak = Math.max(peak, await memoryInUse());
  }
  await sending;
  return { checksum, peak };
}

/** Bodies are copied from what the app reads and writes, which must not notice it. */
export function describeBodies({ start }: Suite): void {
  describe('bodies', () => {
    test(`are the same byte for byte and take no memory: ${MEGABYTES} MB in both directions`, {
      timeout: 60_000,
    }, async () => {
      let peak = 0;
      if (MEASURES_MEMORY) {
        const bare = await start();
        peak = (await echo(bare)).peak;
        await bare.close();
      }
      const app = await start({ bodies: 'all' });
      const recorded = await echo(app);
      expect(recorded.checksum).toBe(EXPECTED);
      expect(recorded.peak - peak).toBeLessThan(MAX_MEMORY);
      const [row] = await entriesOf(app, 1);
      const detail = (await profileOf(app, row))?.detail;
      for (const body of [detail?.requestBody, detail?.responseBody]) {
        expect(body).toMatchObject({ type: 'text/csv', bytes: CHUNKS * CHUNK, cut: true });
        expect(body?.text?.length).toBeGreaterThan(MAX_COPIED - 100);
      }
      expect(app.book.stats().faults).toBe(0);
    });

    test('keep their back-pressure: a client that does not read has to wait', async () => {
      const app = await start({ bodies: 'all' });
      const sent = openEcho(app);
      const source = Readable.from(chunks(MANY_CHUNKS));
      source.pipe(sent);
      await once(sent, 'response');
      const accepted = () => (sent.socket?.bytesWritten ?? 0) - (sent.socket?.writableLength ?? 0);
      let before = -1;
      while (before !== accepted()) {
        before = accepted();
        await sleep(100);
      }
      expect(before).toBeLessThan(MANY_CHUNKS * CHUNK);
      expect(source.readableEnded).toBe(false);
      sent.destroy();
    });

    test('are kept as far as they came when the client disconnects', async () => {
      const app = await start({ bodies: 'all' });
      const sent = openEcho(app);
      sent.write('one two three');
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.on('error', () => {});
      await once(response, 'data');
      sent.destroy();
      const [row] = await entriesOf(app, 1);
      // If the length is not known, Node calls the end of the body malformed.
      expect(row).toMatchObject({
        status: 200,
        error: expect.stringMatching(/^(?:Aborted|HPE_INVALID_EOF_STATE)$/),
      });
      const detail = (await profileOf(app, row))?.detail;
      expect(detail?.requestBody).toMatchObject({ bytes: 13, text: 'one two three' });
      expect(detail?.responseBody).toMatchObject({ bytes: 13, text: 'one two three' });
    });
  });
}
