// A process that writes large batches into a book. It fails if one is rejected.
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { largeBatchOf } from './large-batch.ts';

const [path = '', count = '0'] = process.argv.slice(2);
const store = await openSqliteStore(path, { create: true });
for (let n = 0; n < Number(count); n++) await store.write(largeBatchOf(n));
await store.close();
