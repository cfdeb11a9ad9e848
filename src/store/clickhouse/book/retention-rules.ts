import { GatebookError } from '../../../errors.ts';
import { type Engine, insertOnce, refuseCluster } from '../engine/engine.ts';

/** How long ClickHouse keeps rows, in seconds. It deletes them by the TTL of its tables. */
export interface RetentionRules {
  readonly entries: number;
  /** At most as long as `entries`. */
  readonly details: number;
  /** Exceptions per host, for entries and details. */
  readonly hosts: Readonly<Record<string, number>>;
}

/** Hosts are checked because a TTL clause cannot have bound values. */
const HOST = /^[A-Za-z0-9._:[\]-]{1,255}$/;

export function refuseInvalidHosts({ hosts }: RetentionRules): void {
  const invalid = Object.keys(hosts).find((host) => !HOST.test(host));
  if (invalid !== undefined) {
    throw new GatebookError('bad-option', `"${invalid}" is not a valid host. Write it as HOST=7d.`);
  }
}

/** Expired parts are dropped whole. With rules per host, rows are removed when parts merge. */
export async function setRetentionRules(engine: Engine, rules: RetentionRules): Promise<void> {
  refuseInvalidHosts(rules);
  await refuseCluster(engine, 'Print the statements for it with: gatebook ddl --cluster NAME --keep 30d');
  for (const table of ['entries', 'details'] as const) {
    const wholeParts = Object.keys(rules.hosts).length === 0 ? 1 : 0;
    await engine.run(
      `ALTER TABLE ${table} MODIFY SETTING ttl_only_drop_parts = ${wholeParts}, materialize_ttl_recalculate_only = 1`,
    );
    await engine.run(`ALTER TABLE ${table} MODIFY TTL ${ttlClause(rules[table], rules.hosts)}`);
  }
  await insertOnce(engine, 'book', { name: 'keep', value: JSON.stringify(rules) }, crypto.randomUUID());
}

/** The TTL clause: the longest time applies to all rows, shorter times to some hosts. */
export function ttlClause(seconds: number, hosts: RetentionRules['hosts']): string {
  const after = (age: number) => `toDateTime(time) + toIntervalSecond(${Math.floor(age)})`;
  const shorter = Object.entries(hosts).filter(([, age]) => age < seconds);
  const longest = Math.max(seconds, ...Object.values(hosts));
  const longer = Object.entries(hosts).filter(([, age]) => age > seconds);
  const quoted = (list: readonly (readonly [string, number])[]) =>
    list.map(([host]) => `'${host}'`).join(', ');
  return [
    `${after(longest)} DELETE`,
    ...(longest > seconds ? [`${after(seconds)} DELETE WHERE host NOT IN (${quoted(longer)})`] : []),
    ...shorter.map((rule) => `${after(rule[1])} DELETE WHERE host = ${quoted([rule])}`),
  ].join(', ');
}

export async function readRetentionRules(engine: Engine): Promise<RetentionRules | null> {
  const [row] = await engine.read("SELECT value FROM book WHERE name = 'keep' ORDER BY written DESC LIMIT 1");
  return row ? (JSON.parse(String(row[0])) as RetentionRules) : null;
}
