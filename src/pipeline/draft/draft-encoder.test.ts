import { expect, test } from 'vitest';
import { sampleDraft } from '../../../test/support/sample-draft.ts';
import type { Draft, EncodedDrafts, RawDetail } from './draft.ts';
import { decodeDrafts } from './draft-decoder.ts';
import { DraftEncoder } from './draft-encoder.ts';

// The memory of the encoder, which it shares with the writer thread.

const BLOCK_BYTES = 262_144;
/** With its numbers. */
const BLOCK_SIZE = BLOCK_BYTES + 12_288 * 8;
/** A batch with it is not copied into a smaller block. */
const LARGE = sampleDraft('/', { queryTimes: new Array(12_288 / 4).fill(1) });
const DETAIL: RawDetail = { httpVersion: '1.1', socketIp: '::1', headers: [], sent: '', exception: null };
const targets = (encoded: EncodedDrafts) => [...decodeDrafts(encoded)].map(({ target }) => target);

test('says how many bytes wait to be joined: texts, numbers and bodies', () => {
  const encoder = new DraftEncoder();
  expect(encoder.pendingBytes).toBe(0);
  const texts = { ip: 'i', method: 'm', host: 'h', agent: 'a' };
  for (const target of ['/a', '/long']) {
    const characters = 4 + target.length;
    encoder.add(sampleDraft(target, texts));
    // Numbers: 8 of the request, 11 lengths of its texts, 2 lengths of its lists, 1 of its extras.
    expect(encoder.pendingBytes).toBe(characters + 22 * 8);
    encoder.endText();
    expect(encoder.pendingBytes).toBe(0);
    const requestBody = { type: '', bytes: 9, kept: new Uint8Array(5), missing: null };
    encoder.add(sampleDraft(target, { ...texts, detail: { ...DETAIL, requestBody } }));
    expect(encoder.pendingBytes).toBe(characters + '1.1::1'.length + (22 + 4 + 4) * 8 + 5);
    encoder.endText();
    encoder.add(sampleDraft(target, texts));
    expect(encoder.pendingBytes).toBe(characters + 22 * 8);
    expect(targets(encoder.take())).toEqual([target, target, target]);
    expect(encoder.pendingBytes).toBe(0);
  }
});

test.each([
  ['headers', { detail: { ...DETAIL, headers: new Array(25_000).fill('a').with(-1, 'b') } }, 'a', 'b'],
  ['tags', { tags: new Array(25_000).fill('a').with(-1, 'b') }, 'a', 'b'],
  ['queries', { queryTimes: new Array(25_000).fill(1).with(-1, 2) }, 1, 2],
])('the memory for numbers grows for a request with thousands of %s', (_, overrides, ...ends) => {
  const encoder = new DraftEncoder();
  for (const draft of [sampleDraft('/a'), sampleDraft('/b', overrides), sampleDraft('/c')])
    encoder.add(draft);
  const decoded = [...decodeDrafts(encoder.take())];
  expect(decoded.map(({ target }) => target)).toEqual(['/a', '/b', '/c']);
  const { tags = [], queryTimes = [], detail } = decoded[1] ?? {};
  const list = [tags, queryTimes, detail?.headers ?? []].flat();
  expect([list.length, list[0], list.at(-1)]).toEqual([25_000, ...ends]);
});

test('the memory for texts grows for long texts, with one or two bytes per character', () => {
  const encoder = new DraftEncoder();
  const sample = ['/a', `/${'x'.repeat(700_000)}`, `/…${'y'.repeat(900_000)}`, '/é'];
  for (const target of sample) {
    encoder.add(sampleDraft(target));
    encoder.endText();
  }
  expect(targets(encoder.take()).map((text) => [text.length, text.slice(-2)])).toEqual(
    sample.map((text) => [text.length, text.slice(-2)]),
  );
});

test('a text has one byte per character if all of them fit, and two otherwise', () => {
  const encoder = new DraftEncoder();
  const texts = { ip: '', method: '', host: '', agent: '' };
  for (const target of ['/é', '/…']) {
    encoder.add(sampleDraft(target, texts));
    encoder.endText();
  }
  expect(encoder.take().texts).toEqual([2, -4]);
});

test('small bodies share memory that was reserved once', () => {
  const encoder = new DraftEncoder();
  const requestBody = { type: '', bytes: 5, kept: new Uint8Array(5), missing: null };
  for (let n = 0; n < 3; n++) encoder.add(sampleDraft('/', { detail: { ...DETAIL, requestBody } }));
  expect(encoder.take().bodies.buffer.byteLength).toBe(BLOCK_BYTES + 5);
});

test('a text that is ended twice is still one', () => {
  const encoder = new DraftEncoder();
  encoder.endText();
  encoder.add(sampleDraft('/a'));
  encoder.endText();
  encoder.endText();
  encoder.add(sampleDraft('/b'));
  const encoded = encoder.take();
  expect(encoded.texts).toHaveLength(2);
  expect(targets(encoded)).toEqual(['/a', '/b']);
});

test('bodies stay whole while the memory for them grows, and from batch to batch', () => {
  const encoder = new DraftEncoder();
  for (const size of [200_000, 300_000]) {
    for (const byte of [1, 2, 3, 4]) {
      const kept = new Uint8Array(size).fill(byte);
      const requestBody = { type: 'text/plain', bytes: size, kept, missing: null };
      encoder.add(sampleDraft('/', { state: 'kept', detail: { ...DETAIL, requestBody } }));
    }
    const bodies = [...decodeDrafts(encoder.take())].map(({ detail }) => detail?.requestBody?.kept);
    const summary = bodies.map((kept) => [kept?.length, kept?.[0], kept?.at(-1)]);
    expect(summary).toEqual([1, 2, 3, 4].map((byte) => [size, byte, byte]));
  }
});

test('reuses memory that was released, and only that', () => {
  const encoder = new DraftEncoder();
  const encodeMany = (target: string) => {
    for (let n = 0; n < 600; n++) encoder.add(sampleDraft(`${target}${n}`, { agent: 'x'.repeat(150) }));
    return encoder.take();
  };
  const [first, second] = [encodeMany('/a'), encodeMany('/b')];
  encoder.release(first);
  const third = encodeMany('/c');
  const last = encodeMany('/d');
  expect(new Set([first, second, third, last].map(({ bytes }) => bytes.buffer)).size).toBe(3);
  for (const [name, encoded] of Object.entries({ b: second, d: last }))
    expect(targets(encoded)).toEqual(Array.from({ length: 600 }, (_, n) => `/${name}${n}`));
});

/** Encodes this many batches before the first is released; returns their buffers. */
function backlog(encoder: DraftEncoder, batches: number, draft: Draft) {
  const taken = Array.from({ length: batches }, () => {
    encoder.add(draft);
    return encoder.take();
  });
  for (const encoded of taken) encoder.release(encoded);
  return taken.map(({ bytes }) => bytes.buffer);
}

test('memory that no batch needed for a while is let go', () => {
  // Room for 21 blocks.
  const encoder = new DraftEncoder(21 * BLOCK_SIZE);
  let known = new Set(backlog(encoder, 20, LARGE));
  const reused = () => backlog(encoder, 20, LARGE).filter((buffer) => known.has(buffer)).length;
  expect(reused()).toBe(19);
  for (let n = 0; n < 6; n++) {
    for (let m = 0; m < 400; m++) backlog(encoder, 1, LARGE);
    expect(reused()).toBeGreaterThan(18);
  }
  for (let n = 0; n < 2000; n++) backlog(encoder, 1, LARGE);
  expect(reused()).toBeLessThan(4);
  // What was let go makes room for the memory of later batches.
  known = new Set(backlog(encoder, 20, LARGE));
  expect(reused()).toBe(19);
});

test('no more memory is kept than may be, however often it is reused', () => {
  const encoder = new DraftEncoder(5 * BLOCK_SIZE);
  let before = new Set(backlog(encoder, 8, LARGE));
  for (let round = 0; round < 3; round++) {
    const buffers = backlog(encoder, 8, LARGE);
    expect(buffers.filter((buffer) => before.has(buffer))).toHaveLength(5);
    before = new Set(buffers);
  }
});

test('the memory of bodies counts too', () => {
  const encoder = new DraftEncoder(5 * BLOCK_SIZE);
  const requestBody = { type: '', bytes: 1, kept: new Uint8Array(BLOCK_SIZE), missing: null };
  const round = () => backlog(encoder, 8, sampleDraft('/', { detail: { ...DETAIL, requestBody } }));
  const before = new Set(round());
  expect(round().filter((buffer) => before.has(buffer))).toHaveLength(1);
});

test('a small batch does not keep a large block of memory', () => {
  const encoder = new DraftEncoder();
  encoder.add(sampleDraft('/a'));
  const { bytes, numbers } = encoder.take();
  expect(bytes.buffer.byteLength + numbers.buffer.byteLength).toBeLessThan(500);
});

test('a batch with few texts and many numbers is handed over without a copy', () => {
  const encoder = new DraftEncoder();
  encoder.add(sampleDraft('/a', { queryTimes: Array.from({ length: 5000 }, (_, n) => n) }));
  expect(encoder.take().bytes.buffer.byteLength).toBe(BLOCK_BYTES);
});

test('the memory of a small batch is not used for a large one', () => {
  const encoder = new DraftEncoder();
  backlog(encoder, 1, sampleDraft('/a'));
  for (const buffer of backlog(encoder, 3, LARGE)) expect(buffer.byteLength).toBe(BLOCK_BYTES);
});
