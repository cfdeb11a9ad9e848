// node test/books/write-book.ts FOLDER
// Writes a small book of the present format, and what is in it. The book of each format that was released stays here for ever.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { sampleAt } from '../support/sample-book.ts';

const PROFILES = 120;
const CLOSED = 100;

const [folder = ''] = process.argv.slice(2);
mkdirSync(folder);
const store = await openSqliteStore(join(folder, 'book'), { create: true });
const profiles = Array.from({ length: PROFILES }, (_, seq) => sampleAt(seq));
await store.lease(PROFILES);
await store.write({ id: 'first', profiles: profiles.slice(0, CLOSED) });
await store.closeSegments();
await store.write({ id: 'second', profiles: profiles.slice(CLOSED) });
await store.close();
const lines = profiles.map((profile) =>
  JSON.stringify({ token: store.tokens.tokenOf(profile.entry.seq), ...profile }),
);
writeFileSync(join(folder, 'profiles.jsonl'), `${lines.join('\n')}\n`);
