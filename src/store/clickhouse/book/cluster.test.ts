import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterStatements } from './cluster.ts';
import type { RetentionRules } from './retention-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const RULES: RetentionRules = { entries: 2_592_000, details: 604_800, hosts: { 'status.example': 86_400 } };
const statements = clusterStatements({ cluster: 'fleet', database: 'gatebook', rules: RULES });
let session: Session;

beforeAll(() => {
  const config = join(folder, 'config.xml');
  const shards = [1, 2].map(
    (port) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`,
  );
  writeFileSync(
    config,
    `<clickhouse>
       <remote_servers><fleet>${shards.join('')}</fleet></remote_servers>
       <macros><shard>1</shard><replica>one</replica></macros>
     </clickhouse>`,
  );
  session = new Session(join(folder, 'book'), { connectionArgs: [`--config-file=${config}`] });
});
afterAll(async () => {
  session.close();
  await drainPending();
  rmSync(folder, { recursive: true });
});

test('every statement for a cluster parses in ClickHouse', async () => {
  for (const statement of statements) {
    const tree = (await session.queryAsync(`EXPLAIN AST ${statement}`)).text();
    expect(tree).toMatch(/^"?(?:Create|Alter)/);
  }
});

test('creates the tables on one server, and queries only the shard of a seq', async () => {
  // ON CLUSTER and replication need Keeper: run each statement on one server, without replication.
  for (const statement of statements) {
    const local = statement
      .replace(' ON CLUSTER fleet', '')
      .replace(/ReplicatedMergeTree\([^)]*\)/, 'MergeTree')
      .replace('replicated_dedup', 'non_replicated_dedup');
    await session.queryAsync(local);
  }
  const tables = await session.queryAsync(
    "SELECT name, engine FROM system.tables WHERE database = 'gatebook' ORDER BY name",
  );
  expect(tables.text().trim().split('\n')).toEqual([
    '"book","MergeTree"',
    '"details","Distributed"',
    '"details_local","MergeTree"',
    '"entries","Distributed"',
    '"entries_local","MergeTree"',
    '"leases","MergeTree"',
    '"prunings","MergeTree"',
  ]);
  // Neither server is running: the error names the one that was queried.
  for (const [seq, port] of [
    [4095, 1],
    [4096, 2],
  ]) {
    const query = session.queryAsync(
      `SELECT * FROM gatebook.entries WHERE seq = ${seq}
       SETTINGS optimize_skip_unused_shards = 1, force_optimize_skip_unused_shards = 2, connect_timeout_with_failover_ms = 50`,
    );
    await expect(query).rejects.toThrow(`127.0.0.1:${port}`);
    await expect(query).rejects.not.toThrow(`127.0.0.1:${3 - Number(port)}`);
  }
});

test('refuses an invalid host', () => {
  const rules = { ...RULES, hosts: { "x') OR (1": 1 } };
  expect(() => clusterStatements({ cluster: 'fleet', database: 'gatebook', rules })).toThrow(
    /is not a valid host/,
  );
});
