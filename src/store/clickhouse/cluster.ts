import { type RetentionRules, refuseInvalidHosts, ttlClause } from './retention-rules.ts';
import { type Layout, STEPS, type TableName } from './schema.ts';

export interface ClusterOptions {
  readonly cluster: string;
  readonly database: string;
  readonly rules: RetentionRules | null;
}

/** Rows that lie on one shard each; all other tables are whole on every server. */
const SHARDED = ['entries', 'details'] as const;
/** So many numbers in a row lie on one shard: a batch is on few, and a token asks one. */
const BLOCK = 4096;

/**
 * The statements that make a book on a cluster, to be run once on any of its servers: each must know its `{shard}` and
 * `{replica}`. What is written by one step of the schema is made here at once.
 */
export function clusterStatements({ cluster, database, rules: keep }: ClusterOptions): string[] {
  if (keep) refuseInvalidHosts(keep);
  const isSharded = (name: TableName) => SHARDED.some((sharded) => sharded === name);
  const place: Layout = {
    table: (name) => `${database}.${isSharded(name) ? `${name}_local` : name} ON CLUSTER ${cluster}`,
    engine: (name) =>
      isSharded(name)
        ? `ReplicatedMergeTree('/clickhouse/tables/${database}/${name}/{shard}', '{replica}')`
        : `ReplicatedMergeTree('/clickhouse/tables/${database}/${name}/all', '{shard}-{replica}')`,
    dedupWindow: 'replicated_deduplication_window',
    ttl: (name) =>
      keep && (name === 'entries' || name === 'details') ? `TTL ${ttlClause(keep[name], keep.hosts)}` : '',
  };
  return [
    `CREATE DATABASE IF NOT EXISTS ${database} ON CLUSTER ${cluster}`,
    ...STEPS.flatMap((step) => step(place)).map((statement) => statement.replace(/\n {4}/g, '\n')),
    ...SHARDED.map(
      (
        name,
      ) => `CREATE TABLE IF NOT EXISTS ${database}.${name} ON CLUSTER ${cluster} AS ${database}.${name}_local
ENGINE = Distributed(${cluster}, ${database}, ${name}_local, intDiv(seq, ${BLOCK}))`,
    ),
  ];
}
