import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { redactTrail } from '../../src/pipeline/writer/redact-trail.ts';
import type { Span } from '../../src/profile/profile.ts';
import { createRedaction } from '../../src/redact/redaction.ts';
import { CanarySearch } from '../support/canary-search.ts';
import { figure } from '../support/figure.ts';
import { detailOf, serve } from '../support/recorded-server.ts';
import { sendRequest } from '../support/request.ts';
import { type PlantedStatement, plantedStatements } from './secrets-statements.ts';

/** Full run: `SECRETS=1000000 npx vitest run test/faults/secrets-statements.test.ts`. */
const SECRETS = Number(process.env.SECRETS ?? 10_000);
const MAX_REPORTED = 5;

test(`keeps none of ${SECRETS} secrets in the literals of statements and in errors of databases`, {
  timeout: 60_000 + SECRETS,
}, () => {
  const redaction = createRedaction();
  const found: object[] = [];
  let kept = 0;
  for (const { system, sql, error, canaries } of plantedStatements(SECRETS)) {
    const span: Span = { kind: 'sql', name: sql, system, error, at: 0, duration: 1, parent: null };
    const [stored] = redactTrail({ spans: [span] }, redaction).spans ?? [];
    const text = JSON.stringify(stored);
    if (stored?.name.includes(' ')) kept++;
    if (!canaries.some((canary) => text.toLowerCase().includes(canary.toLowerCase()))) continue;
    if (found.push({ system, sql, name: stored?.name, error: stored?.error }) >= MAX_REPORTED) break;
  }
  expect(found).toEqual([]);
  // Removing everything would prove nothing.
  expect(kept).toBeGreaterThan(SECRETS * 0.95);
  figure(`${SECRETS} secrets in statements and errors`, '0 found');
});

test('stores no value of a statement or of its parameters, also if it fails', {
  timeout: 60_000 + SECRETS,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-statements-'));
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (id integer PRIMARY KEY, token text, b text)');
  const statements = plantedStatements(SECRETS / 2, 5);
  const canaries = new CanarySearch();
  let count = 0;
  const running = await serve(
    () => {
      for (let n = 0; n < 200; n++) {
        const planted: PlantedStatement | undefined = statements.next().value;
        if (!planted) return;
        count++;
        for (const canary of planted.canaries) canaries.add(canary);
        try {
          database.prepare('INSERT INTO t (token) VALUES (?)').run(planted.canaries.join());
          database.exec(planted.sql);
        } catch {
          // Most are statements of other databases.
        }
      }
    },
    { storage: `sqlite:${folder}`, keep: false, details: 'all' },
  );
  while (count < SECRETS / 2) {
    await sendRequest(running.port, '/');
    // Details are dropped if writing falls behind.
    await running.book.flush();
  }
  const { spans = [] } = await detailOf(running, '/');
  await running.close();
  expect(spans.filter(({ name }) => name === 'INSERT INTO t (token) VALUES (?)').length).toBeGreaterThan(50);
  const found = [...canaries.inFolder(folder)].filter(([, leaked]) => leaked.length > 0);
  rmSync(folder, { recursive: true });
  database.close();
  expect(found.map(([file, leaked]) => [file, leaked.slice(0, MAX_REPORTED)])).toEqual([]);
});

test('every planted secret is readable in its statement', () => {
  const planted = [...plantedStatements(2000)];
  const readable = planted.filter(({ sql, canaries }) => canaries.some((canary) => sql.includes(canary)));
  // The end of some is cut.
  expect(readable.length).toBeGreaterThan(1950);
});
