import { expect, test } from 'vitest';
import { createSchema, digestOf, findForeignSchema, SCHEMA_DIGEST, schemaOf } from './expected-schema.ts';
import { STEPS } from './schema.ts';

test('the digest is that of the current schema', () => {
  const db = createSchema(STEPS.length);
  expect(digestOf(schemaOf(db))).toBe(SCHEMA_DIGEST);
  db.close();
});

test('accepts the schema of every version, also with the statistics of ANALYZE', () => {
  for (let version = 1; version <= STEPS.length; version++) {
    const db = createSchema(version);
    expect(findForeignSchema(db, version)).toBe(null);
    db.exec('ANALYZE');
    expect(findForeignSchema(db, version)).toBe(null);
    db.close();
  }
});

test('names what is added, changed or missing', () => {
  const found = (sql: string) => {
    const db = createSchema(STEPS.length);
    db.exec(sql);
    const foreign = findForeignSchema(db, STEPS.length);
    db.close();
    return foreign;
  };
  expect(found('CREATE VIEW "a\u001b[2J" AS SELECT 1')).toBe('view "a\\u{1b}[2J"');
  expect(found('ALTER TABLE minutes ADD COLUMN extra INTEGER AS (entries + 1)')).toBe('table "minutes"');
  expect(found('DROP INDEX entries_listing')).toBe('index "entries_listing"');
});
