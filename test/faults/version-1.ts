import { DatabaseSync } from 'node:sqlite';
import { sampleProfile } from '../../src/store/conformance/sample-profile.ts';
import { APPLICATION_ID, STEPS } from '../../src/store/sqlite/schema.ts';

/** Creates a book with schema version 1, which had one wide table. The method of its entries is TRACE. */
export function makeVersion1(path: string, entries: number): void {
  const db = new DatabaseSync(path);
  db.exec(STEPS[0] ?? '');
  db.exec("INSERT INTO book VALUES ('token_key', '1,2,3,4'), ('next_seq', 5000)");
  const insert = db.prepare(`INSERT INTO entries VALUES (${Array(18).fill('?').join(', ')})`);
  const insertDetail = db.prepare('INSERT INTO details VALUES (?, ?)');
  db.exec('BEGIN');
  for (let seq = 0; seq < entries; seq++) {
    const { entry, detail } = sampleProfile({ seq });
    const ip = seq % 2 === 0 ? 0x01020304 : Buffer.from('20010db8000000000000000000000001', 'hex');
    const url = `https://h/${seq}`;
    insert.run(
      seq,
      entry.time + seq,
      404,
      ip,
      'TRACE',
      url,
      'h',
      '',
      5,
      0,
      1,
      'curl',
      '',
      1,
      seq || null,
      '',
      3,
      0,
    );
    insertDetail.run(seq, JSON.stringify(detail));
  }
  db.exec(`COMMIT; PRAGMA user_version = 1; PRAGMA application_id = ${APPLICATION_ID}`);
  db.close();
}
