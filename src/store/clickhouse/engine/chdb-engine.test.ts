import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Profile } from '../../../profile/profile.ts';
import type { Seq } from '../../../profile/token.ts';
import { sampleProfile } from '../../conformance/sample-profile.ts';
import { openStore } from '../../open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('does not touch a folder that holds other files', async () => {
  const path = join(folder, 'theirs');
  mkdirSync(path);
  writeFileSync(join(path, 'notes.txt'), 'mine');
  await expect(openStore(`chdb:${path}`)).rejects.toMatchObject({ code: 'book-unreadable' });
  await expect(openStore(`chdb:${path}`, { create: false })).rejects.toMatchObject({ code: 'book-missing' });
  expect(readdirSync(path)).toEqual(['notes.txt']);
});

test('fails in a second process that opens the same folder', async () => {
  const path = join(folder, 'shared');
  const store = await openStore(`chdb:${path}`);
  const script = `
    import { openStore } from ${JSON.stringify(new URL('../../open-store.ts', import.meta.url).href)};
    await openStore(${JSON.stringify(`chdb:${path}`)}).catch((error) => console.log(error.code));
    process.exit();`;
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('store-failed\n');
  await store.close();
});

const invalid: [string, Partial<Profile['entry']>][] = [
  ['a status that is too large', { status: 70_000 }],
  ['a duration that is not a number', { duration: Number.NaN }],
  ['a fraction of a microsecond', { duration: 0.5 }],
  ['a negative size', { responseBytes: -1 }],
];
test.each(invalid)('refuses %s and stores nothing of its batch', async (_name, fields) => {
  const store = await openStore(`chdb:${join(folder, 'odd')}`);
  const { first } = await store.lease(2);
  const bad = sampleProfile({ seq: first + 1 });
  const profiles = [sampleProfile({ seq: first }), { ...bad, entry: { ...bad.entry, ...fields } }];
  await expect(store.write({ id: `odd ${first}`, profiles })).rejects.toMatchObject({
    code: 'profile-refused',
  });
  expect(await store.get(store.tokens.tokenOf(first))).toBeNull();
  await store.close();
});

test('returns any text unchanged', async () => {
  const store = await openStore(`chdb:${join(folder, 'texts')}`);
  const texts = ['\0', '\t\n\r', '\\N', '\\', "'", '"', '{a}', '\u2028', '😀', '\ufeff', 'é', 'null', ''];
  const profiles = texts.map((text, seq) =>
    sampleProfile({
      seq,
      url: `https://h/${text}`,
      host: text,
      route: text,
      userAgent: text,
      error: text,
      ip: text,
    }),
  );
  await store.write({ id: 'texts', profiles });
  for (const [seq, profile] of profiles.entries())
    expect(await store.get(store.tokens.tokenOf(seq as Seq))).toEqual(profile);
  await store.close();
});

test('stores times to the microsecond', async () => {
  const store = await openStore(`chdb:${join(folder, 'times')}`);
  const times = [0, 1, 999, 1_000_000, 1e9, 1e12 + 1, 1e15 + 999_999, Date.UTC(2255, 0, 1) * 1000 + 7];
  await store.write({ id: 'times', profiles: times.map((time, seq) => sampleProfile({ seq, time })) });
  for (const [seq, time] of times.entries())
    expect(await store.get(store.tokens.tokenOf(seq as Seq))).toMatchObject({ entry: { time } });
  await store.close();
});
