import { type RetentionRules, refuseInvalidHosts, ttlClause } from './retention-rules.ts';
import { addAllColumns, type Layout, STEPS, type TableName } from './schema.ts';

export interface ClusterOptions {
  readonly cluster: string;
  readonly database: string;
  readonly rules: RetentionRules | null;
}

/** Tables split across shards; every server has all rows of the others. */
const SHARDED = ['entries', 'details'] as const;
/** Consecutive seqs per shard: a batch touches few shards, and a token lookup only one. */
const SEQS_PER_BLOCK = 4096;

/**
 * The statements that create a book on a cluster. Run them once, on any server. Every server must define the macros
 * `{shard}` and `{replica}`.
 */
export function clusterStatements({ cluster, database, rules }: ClusterOptions): string[] {
  if (rules) refuseInvalidHosts(rules);
  const isSharded = (name: TableName) => SHARDED.some((sharded) => sharded === name);
  const layout: Layout = {
    table: (name) => `${database}.${isSharded(name) ? `${name}_local` : name} ON CLUSTER ${cluster}`,
    engine: (name) =>
      isSharded(name)
        ? `ReplicatedMergeTree('/clickhouse/tables/${database}/${name}/{shard}', '{replica}')`
        : `ReplicatedMergeTree('/clickhouse/tables/${database}/${name}/all', '{shard}-{replica}')`,
    dedupWindow: 'replicated_deduplication_window',
    ttl: (name) =>
      rules && (name === 'entries' || name === 'details') ? `TTL ${ttlClause(rules[name], rules.hosts)}` : '',
  };
  return [
    `CREATE DATABASE IF NOT EXISTS ${database} ON CLUSTER ${cluster}`,
    ...STEPS.flatMap((step) => step(layout)).map((statement) => statement.replace(/\n {4}/g, '\n')),
    ...SHARDED.map(
      (
        name,
      ) => `CREATE TABLE IF NOT EXISTS ${database}.${name} ON CLUSTER ${cluster} AS ${database}.${name}_local
ENGINE = Distributed(${cluster}, ${database}, ${name}_local, intDiv(seq, ${SEQS_PER_BLOCK}))`,
    ),
    // A cluster of an earlier version has this table without them.
    `ALTER TABLE ${database}.entries ON CLUSTER ${cluster}
      ${addAllColumns()}`.replace(/\n {4}/g, '\n'),
  ];
}
