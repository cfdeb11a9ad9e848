import type { DatabaseSync } from 'node:sqlite';
import { canonicalIp, ipKey } from '../../../net/ip.ts';
import { type ProcessInfo, UNKNOWN_PROCESS } from '../../../profile/entry.ts';
import { createIpv6Keys, type Ipv6Keys, setIpv6 } from '../columns/ipv6.ts';
import type { NumberArray } from '../columns/numbers.ts';
import { type Dimensions, fromDimensionRow, fromProcessRow, rowOfData } from '../columns/rows.ts';
import {
  LARGE_COLUMNS,
  NONE,
  NUMBER_COLUMNS,
  type NumberColumn,
  type SegmentRows,
} from '../columns/segment-rows.ts';
import { TextList } from '../columns/texts.ts';
import { type BlockColumns, decodeColumns } from './block-codec.ts';

const FIRST_CAPACITY = 1024;
/** The columns that are copied from a block as they are. */
const COPIED = [
  'seq',
  'time',
  'duration',
  'requestBytes',
  'responseBytes',
  'dimension',
  'process',
  'queries',
  'queryTime',
] as const;
const LARGE: ReadonlySet<NumberColumn> = new Set(LARGE_COLUMNS);

/** The entries of a segment that is not closed, in memory. An entry takes about 100 bytes, its texts not counted. */
export class SegmentTable {
  count = 0;
  /** The id of the block that was added last. */
  lastBlock = 0;
  #columns = createColumns(FIRST_CAPACITY);
  readonly ips = new TextList();
  readonly urls = new TextList();
  readonly agents = new TextList();
  /** The first text is empty: most entries have none. */
  readonly traces = new TextList('');
  readonly users = new TextList('');
  readonly tagLists = new TextList('');
  order: Int32Array = new Int32Array(0);
  readonly dimensions = new Map<number, Dimensions>();
  readonly processes = new Map<number, ProcessInfo>();
  #ipKeys: { ipv4: Float64Array; ipv6: Ipv6Keys } = { ipv4: new Float64Array(0), ipv6: createIpv6Keys(0) };

  /** The characters of all texts. A text of several blocks is in memory once for each. */
  get characters(): number {
    const { ips, urls, agents, traces, users, tagLists } = this;
    return [ips, urls, agents, traces, users, tagLists].reduce((sum, list) => sum + list.characters, 0);
  }

  /** The rows as of now. Those that are added later are not in it. */
  rows(): SegmentRows {
    const { urls, agents, traces, users, tagLists, ips, dimensions, processes, count } = this;
    const columns = this.#columns;
    return {
      ...{ urls, agents, traces, users, tagLists, count },
      order: this.order.slice(0, count),
      load() {},
      column: (name) => columns[name],
      ipKeys: () => {
        const { ipv4, ipv6 } = this.#keysOfIps();
        return { ipv4, ipv6: () => ipv6 };
      },
      // A closed segment stores the address, not its text.
      ipAt: (id) => canonicalIp(ips.at(id)),
      allIps: () => ips.all(),
      dimensionsOf: (id) => dimensions.get(id),
      processOf: (id) => processes.get(id) ?? UNKNOWN_PROCESS,
    };
  }

  addBlock(block: number, columns: BlockColumns): void {
    const added = columns.seq.length;
    this.#reserve(this.count + added);
    const to = this.#columns;
    for (const name of COPIED) to[name].set(columns[name] ?? [], this.count);
    this.#addTexts('ip', this.ips, columns.ips, columns.ip);
    this.#addTexts('url', this.urls, columns.urls, columns.url);
    this.#addTexts('agent', this.agents, columns.agents, columns.agent);
    this.#addTexts('user', this.users, columns.users, columns.user);
    this.#addTexts('tags', this.tagLists, columns.tagLists, columns.tags);
    for (let i = 0; i < added; i++) {
      const row = this.count + i;
      const trace = columns.trace[i] ?? '';
      to.trace[row] = trace === '' ? 0 : this.traces.push(trace);
      to.parent[row] = columns.parent[i] ?? NONE;
      to.block[row] = block;
      to.line[row] = columns.detail[i] === 1 ? i : NONE;
    }
    this.#sortIn(added);
    this.lastBlock = block;
  }

  /** A block without such texts has no ids: its rows keep the id of the first text, which is empty. */
  #addTexts(
    name: NumberColumn,
    list: TextList,
    texts: readonly string[] = [],
    ids: readonly number[] = [],
  ): void {
    const column = this.#columns[name];
    const base = list.length;
    list.append(texts);
    for (let i = 0; i < ids.length; i++) column[this.count + i] = base + (ids[i] ?? 0);
  }

  /** Parsing takes longer than comparing, so each address is parsed once. */
  #keysOfIps() {
    const known = this.#ipKeys.ipv4.length;
    if (known < this.ips.length) {
      const ipv4 = new Float64Array(this.ips.length).fill(Number.NaN);
      const ipv6 = createIpv6Keys(this.ips.length);
      ipv4.set(this.#ipKeys.ipv4);
      ipv6.isIpv6.set(this.#ipKeys.ipv6.isIpv6);
      ipv6.words.set(this.#ipKeys.ipv6.words);
      for (let at = known; at < this.ips.length; at++) {
        const key = ipKey(this.ips.at(at));
        if (typeof key === 'number') ipv4[at] = key;
        else if (key !== null) setIpv6(ipv6, at, key);
      }
      this.#ipKeys = { ipv4, ipv6 };
    }
    return this.#ipKeys;
  }

  /** Sorts the last rows into `order`. They are newer than most others, so only its end changes. */
  #sortIn(added: number): void {
    const { time, seq } = this.#columns;
    const compare = (a: number, b: number) =>
      (time[a] ?? 0) - (time[b] ?? 0) || (seq[b] ?? 0) - (seq[a] ?? 0);
    const rows = Int32Array.from({ length: added }, (_, i) => this.count + i).sort(compare);
    const merged =
      this.order.length >= this.count + added ? this.order : new Int32Array(capacityFor(this.count + added));
    if (merged !== this.order) merged.set(this.order.subarray(0, this.count));
    let from = this.count - 1;
    let next = added - 1;
    for (let at = this.count + added - 1; next >= 0; at--) {
      const known = merged[from] ?? 0;
      const row = rows[next] ?? 0;
      if (from >= 0 && compare(known, row) > 0) {
        merged[at] = known;
        from--;
      } else {
        merged[at] = row;
        next--;
      }
    }
    this.order = merged;
    this.count += added;
  }

  #reserve(count: number): void {
    if (count <= this.#columns.seq.length) return;
    const grown = createColumns(capacityFor(count));
    for (const name of NUMBER_COLUMNS) grown[name].set(this.#columns[name]);
    this.#columns = grown;
  }
}

function createColumns(capacity: number): Record<NumberColumn, NumberArray> {
  const columns = NUMBER_COLUMNS.map((name) => [
    name,
    LARGE.has(name) ? new Float64Array(capacity) : new Int32Array(capacity),
  ]);
  return Object.fromEntries(columns) as Record<NumberColumn, NumberArray>;
}

function capacityFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(count, FIRST_CAPACITY)));
}

/** Adds the dimensions and processes that were added to the segment since the last time. */
export function addShared({ dimensions, processes }: SegmentTable, db: DatabaseSync): void {
  // Their ids are numbers from 1 on.
  const select = (name: string) => db.prepare(`SELECT id, data FROM ${name} WHERE id > ?`);
  for (const [id, row] of select('dimensions').all(dimensions.size).map(rowOfData))
    dimensions.set(id, fromDimensionRow(row));
  for (const [id, row] of select('processes').all(processes.size).map(rowOfData))
    processes.set(id, fromProcessRow(row));
}

/** Adds what was written to the segment since the last time. Yields after each block. */
export function* addBlocks(table: SegmentTable, db: DatabaseSync): Generator<void, void> {
  addShared(table, db);
  const next = db.prepare('SELECT id, columns FROM blocks WHERE id > ? ORDER BY id LIMIT 1');
  for (let row = next.get(table.lastBlock); row; row = next.get(table.lastBlock)) {
    table.addBlock(Number(row.id), decodeColumns(row.columns as Uint8Array));
    yield;
  }
}
