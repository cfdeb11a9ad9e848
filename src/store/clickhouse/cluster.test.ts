import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterStatements } from './cluster.ts';
import type { RetentionRules } from './retention-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatebook-'));
const KEEP: RetentionRules = { entries: 2_592_000, details: 604_800, hosts: { 'status.example': 86_400 } };
const statements = clusterStatements({ cluster: 'fleet', database: 'gatebook', rules: KEEP });
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

test('every statement for a cluster is one that ClickHouse reads', async () => {
  for (const statement of statements) {
    const tree = (await session.queryAsync(`EXPLAIN AST ${statement}`)).text();
    expect(tree).toMatch(/^"?Create/);
  }
});

test('the tables are made on one server of it, and a number asks its own shard', async () => {
  // Without Keeper no server can run "ON CLUSTER" or replicate: each statement is run here alone, unreplicated.
  for (const statement of statements) {
    const alone = statement
      .replace(' ON CLUSTER fleet', '')
      .replace(/ReplicatedMergeTree\([^)]*\)/, 'MergeTree')
      .replace('replicated_dedup', 'non_replicated_dedup');
    await session.queryAsync(alone);
  }
  const made = await session.queryAsync(
    "SELECT name, engine FROM system.tables WHERE database = 'gatebook' ORDER BY name",
  );
  expect(made.text().trim().split('\n')).toEqual([
    '"book","MergeTree"',
    '"details","Distributed"',
    '"details_local","MergeTree"',
    '"entries","Distributed"',
    '"entries_local","MergeTree"',
    '"leases","MergeTree"',
    '"prunings","MergeTree"',
  ]);
  // Nobody answers at either: who was asked is who is complained of.
  for (const [seq, port] of [
    [4095, 1],
    [4096, 2],
  ]) {
    const asked = session.queryAsync(
      `SELECT * FROM gatebook.entries WHERE seq = ${seq}
       SETTINGS optimize_skip_unused_shards = 1, force_optimize_skip_unused_shards = 2, connect_timeout_with_failover_ms = 50`,
    );
    await expect(asked).rejects.toThrow(`127.0.0.1:${port}`);
    await expect(asked).rejects.not.toThrow(`127.0.0.1:${3 - Number(port)}`);
  }
});

test('what is not a name or a host is refused', () => {
  const keep = { ...KEEP, hosts: { "x') OR (1": 1 } };
  expect(() => clusterStatements({ cluster: 'fleet', database: 'gatebook', rules: keep })).toThrow(/is no host/);
});
