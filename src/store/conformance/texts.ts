import assert from 'node:assert/strict';
import type { Profile } from '../../profile/profile.ts';
import { EVERYTHING } from '../../search/criteria.ts';
import { conformanceCase, find, get, write, writeProfiles } from './case.ts';
import { sampleProfile } from './sample-profile.ts';

const TEXTS = [
  'caf\u00e9 \u{1f600} \u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  "'; DROP TABLE entries; --",
  '"\\\'`$(id) #{7*7} {seq:UInt64} ?1 :a',
  'tab\tline\r\nnext\u2028\u2029',
  '\ufeff\u202e\u200b\uffff',
  'null',
  '\\N',
  '\u0001\u001b[31m\u007f',
];
const LONG = `https://shop.example/${'\u00e9a/'.repeat(2700)}end`;

/** A profile with this text in every field that has text. */
function profileOf(seq: number, text: string): Profile {
  const { entry, detail } = sampleProfile({
    seq,
    method: text,
    url: `https://shop.example/${text}`,
    host: text,
    route: text,
    userAgent: text,
    error: text,
    errorGroup: text,
    operation: text,
    user: text,
    service: text,
    instance: text,
    environment: text,
    release: text,
    tags: [text, `${text}2`],
  });
  if (!detail) throw new Error('a sample has a detail');
  const exception = { name: text, message: text, stack: text, cause: null };
  return { entry, detail: { ...detail, requestHeaders: [[text, text]], exception } };
}

function changeTexts(profile: unknown, change: (text: string) => unknown): unknown {
  return JSON.parse(JSON.stringify(profile), (_key, value: unknown) =>
    typeof value === 'string' ? change(value) : value,
  );
}

/** Replaces lone surrogates, which UTF-8 cannot encode, with U+FFFD. */
const wellFormed = (profile: unknown) => changeTexts(profile, (text) => text.toWellFormed());

const cutAtNul = (profile: unknown) => changeTexts(profile, (text) => text.split('\0', 1)[0]);

export const TEXT = [
  conformanceCase('returns any text as it was written', async (store) => {
    const profiles = TEXTS.map((text, seq) => profileOf(seq, text));
    await writeProfiles(store, profiles);
    for (const profile of profiles) assert.deepEqual(await get(store, profile.entry.seq), profile);
    const { entries } = await store.search({ ...EVERYTHING, limit: 100 });
    assert.deepEqual(
      entries,
      profiles.map(({ entry }) => entry),
    );
  }),

  // HTTP has no NUL. The SQLite of Node 22 cuts a text there when it reads it.
  conformanceCase('may cut a text at NUL, and nothing else', async (store) => {
    const profiles = ['nul \0 inside', '\0'].map((text, seq) => profileOf(seq, text));
    await writeProfiles(store, profiles);
    for (const profile of profiles)
      assert.deepEqual(cutAtNul(await get(store, profile.entry.seq)), cutAtNul(profile));
    assert.deepEqual(await find(store, 'shop.example'), [0, 1]);
  }),

  conformanceCase('may replace lone surrogates, and nothing else', async (store) => {
    const profiles = ['\ud800', 'a\udc00b', '\ude00\ud83d'].map((text, seq) => profileOf(seq, text));
    await writeProfiles(store, profiles);
    for (const profile of profiles) {
      assert.deepEqual(wellFormed(await get(store, profile.entry.seq)), wellFormed(profile));
    }
    assert.deepEqual(await find(store, 'shop.example'), [0, 1, 2]);
    assert.equal((await store.survey([])).matches, 3);
  }),

  conformanceCase('finds text beyond ASCII, and text that looks like a pattern', async (store) => {
    await write(
      store,
      { seq: 1, url: 'https://shop.example/caf\u00e9/\u{1f600}' },
      { seq: 2, url: 'https://shop.example/100%/a_b' },
      { seq: 3, url: 'https://shop.example/[a-z]+/{x}' },
      { seq: 4, url: "https://shop.example/'--" },
    );
    assert.deepEqual(await find(store, 'url:\u{1f600}'), [1]);
    assert.deepEqual(await find(store, 'url:CAF\u00e9'), [1]);
    assert.deepEqual(await find(store, 'url:CAF\u00c9'), []);
    assert.deepEqual(await find(store, 'url:0%/a_'), [2]);
    assert.deepEqual(await find(store, 'url:*/a_b'), [2]);
    assert.deepEqual(await find(store, 'url:[a-z]+'), [3]);
    assert.deepEqual(await find(store, "url:'--"), [4]);
  }),

  conformanceCase(
    'finds an operation with or without its type, also at the start of a batch',
    async (store) => {
      await write(
        store,
        { seq: 1, operation: 'query Shelf' },
        { seq: 2, operation: 'mutation Shelf (+2)' },
        { seq: 3, operation: 'query ShelfOf' },
        { seq: 4, operation: 'Shelf' },
      );
      assert.deepEqual(await find(store, 'operation:shelf'), [1, 2, 4]);
      assert.deepEqual(await find(store, '-operation:Shelf'), [3]);
      assert.deepEqual(await find(store, 'operation:"query Shelf"'), [1]);
      assert.deepEqual(await find(store, 'operation:Shelf*'), [1, 2, 3, 4]);
    },
  ),

  conformanceCase('finds whatever has a value by a star alone', async (store) => {
    await write(
      store,
      { seq: 1, error: 'TypeError', user: 'ann', tags: ['a'], operation: 'query Cart' },
      { seq: 2, release: '', environment: '' },
    );
    for (const field of ['error', 'user', 'tag', 'operation', 'environment', 'release']) {
      assert.deepEqual(await find(store, `${field}:*`), [1]);
      assert.deepEqual(await find(store, `-${field}:*`), [2]);
    }
  }),

  conformanceCase('finds text anywhere in a URL of 8 KB', async (store) => {
    await write(store, { seq: 1, url: LONG }, { seq: 2, url: `${LONG.slice(0, -3)}END?` }, { seq: 3 });
    assert.equal((await store.search({ ...EVERYTHING, limit: 1 })).entries[0]?.url, LONG);
    assert.deepEqual(await find(store, 'url:a/end'), [1, 2]);
    assert.deepEqual(await find(store, 'url:*/end'), [1]);
    assert.deepEqual(await find(store, 'url:end?'), [2]);
    assert.deepEqual(await find(store, '-url:/\u00e9a/'), [3]);
  }),
];
