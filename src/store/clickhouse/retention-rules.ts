import { GatebookError } from '../../errors.ts';
import type { Engine } from './engine.ts';
import { isCluster } from './is-cluster.ts';

/** How long the engine itself keeps what, in seconds: TTLs of its tables. */
export interface RetentionRules {
  readonly entries: number;
  /** Not longer than entries. */
  readonly details: number;
  /** For these hosts something else, of entries and details. */
  readonly hosts: Readonly<Record<string, number>>;
}

/** What a host may look like in a statement that takes no bound values. */
const HOST = /^[A-Za-z0-9._:[\]-]{1,255}$/;

export function refuseInvalidHosts({ hosts }: RetentionRules): void {
  const odd = Object.keys(hosts).find((host) => !HOST.test(host));
  if (odd !== undefined) throw new GatebookError('bad-option', `"${odd}" is no host. Write it as HOST=7d.`);
}

/** Parts that are wholly over are dropped; for hosts of their own, rows are taken out as parts are merged. */
export async function setRetentionRules(engine: Engine, keep: RetentionRules): Promise<void> {
  refuseInvalidHosts(keep);
  if (await isCluster(engine)) {
    throw new GatebookError(
      'bad-option',
      `${engine.name} is a cluster: its statements are printed by gatebook ddl --cluster NAME --keep 30d.`,
    );
  }
  for (const table of ['entries', 'details'] as const) {
    const wholeParts = Object.keys(keep.hosts).length === 0 ? 1 : 0;
    await engine.run(
      `ALTER TABLE ${table} MODIFY SETTING ttl_only_drop_parts = ${wholeParts}, materialize_ttl_recalculate_only = 1`,
    );
    await engine.run(`ALTER TABLE ${table} MODIFY TTL ${ttlClause(keep[table], keep.hosts)}`);
  }
  await engine.insert({
    table: 'book',
    columns: ['name', 'value'],
    rows: [JSON.stringify(['keep', JSON.stringify(keep)])],
    token: crypto.randomUUID(),
    sync: true,
  });
}

/** The most that any of it is kept, and for some hosts less. */
export function ttlClause(seconds: number, hosts: RetentionRules['hosts']): string {
  const after = (age: number) => `toDateTime(time) + toIntervalSecond(${Math.floor(age)})`;
  const own = Object.entries(hosts).filter(([, age]) => age < seconds);
  const longest = Math.max(seconds, ...Object.values(hosts));
  const others = Object.entries(hosts).filter(([, age]) => age > seconds);
  const quoted = (list: readonly (readonly [string, number])[]) =>
    list.map(([host]) => `'${host}'`).join(', ');
  return [
    `${after(longest)} DELETE`,
    ...(longest > seconds ? [`${after(seconds)} DELETE WHERE host NOT IN (${quoted(others)})`] : []),
    ...own.map((one) => `${after(one[1])} DELETE WHERE host = ${quoted([one])}`),
  ].join(', ');
}

export async function readRetentionRules(engine: Engine): Promise<RetentionRules | null> {
  const [row] = await engine.read("SELECT value FROM book WHERE name = 'keep' ORDER BY written DESC LIMIT 1");
  return row ? (JSON.parse(String(row[0])) as RetentionRules) : null;
}
