import { canonicalIp, type IpKey, ipKey } from '../../net/ip.ts';
import type { ProcessInfo } from '../../profile/entry.ts';
import type { BlockColumns } from './block-codec.ts';
import type { NumberArray } from './columns/numbers.ts';
import { type Dimensions, NO_PROCESS } from './rows.ts';
import { LARGE_COLUMNS, NONE, NUMBER_COLUMNS, type NumberColumn, type SegmentRows } from './segment-rows.ts';
import { TextList } from './text-list.ts';

const FIRST_CAPACITY = 1024;
const LARGE: ReadonlySet<NumberColumn> = new Set(LARGE_COLUMNS);

/** The entries of a segment that is not sealed, in memory. An entry takes about 100 bytes, its texts not counted. */
export class SegmentTable {
  count = 0;
  #columns = createColumns(FIRST_CAPACITY);
  readonly ips = new TextList();
  readonly urls = new TextList();
  readonly agents = new TextList();
  /** The first one is that of most entries, none. */
  readonly traces = new TextList('');
  readonly users = new TextList('');
  readonly tagLists = new TextList('');
  order: Int32Array = new Int32Array(0);
  readonly dimensions = new Map<number, Dimensions>();
  readonly processes = new Map<number, ProcessInfo>();
  #ipKeys: { ipv4: Float64Array; others: (IpKey | null)[] } = { ipv4: new Float64Array(0), others: [] };

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
        const { ipv4, others } = this.#keysOfIps();
        return { ipv4, others: () => others };
      },
      // A sealed segment stores the address, not its text.
      ipAt: (id) => canonicalIp(ips.at(id)),
      allIps: () => ips.all(),
      dimensionsOf: (id) => dimensions.get(id),
      processOf: (id) => processes.get(id) ?? NO_PROCESS,
    };
  }

  /** Adds the entries of a block. */
  addBlock(block: number, columns: BlockColumns): void {
    const added = columns.seq.length;
    this.#reserve(this.count + added);
    const to = this.#columns;
    const bases = {
      ip: this.ips.length,
      url: this.urls.length,
      agent: this.agents.length,
      user: this.users.length,
      tags: this.tagLists.length,
    };
    this.ips.append(columns.ips);
    this.urls.append(columns.urls);
    this.agents.append(columns.agents);
    if (columns.users) this.users.append(columns.users);
    if (columns.tagLists) this.tagLists.append(columns.tagLists);
    for (let i = 0; i < added; i++) {
      const row = this.count + i;
      to.seq[row] = columns.seq[i] ?? 0;
      to.time[row] = columns.time[i] ?? 0;
      to.duration[row] = columns.duration[i] ?? 0;
      to.requestBytes[row] = columns.requestBytes[i] ?? 0;
      to.responseBytes[row] = columns.responseBytes[i] ?? 0;
      to.parent[row] = columns.parent[i] ?? NONE;
      to.dimension[row] = columns.dimension[i] ?? 0;
      to.process[row] = columns.process[i] ?? 0;
      to.ip[row] = bases.ip + (columns.ip[i] ?? 0);
      to.url[row] = bases.url + (columns.url[i] ?? 0);
      to.agent[row] = bases.agent + (columns.agent[i] ?? 0);
      const trace = columns.trace[i] ?? '';
      to.trace[row] = trace === '' ? 0 : this.traces.push(trace);
      to.queries[row] = columns.queries?.[i] ?? 0;
      to.queryTime[row] = columns.queryTime?.[i] ?? 0;
      to.user[row] = columns.user ? bases.user + (columns.user[i] ?? 0) : 0;
      to.tags[row] = columns.tags ? bases.tags + (columns.tags[i] ?? 0) : 0;
      to.block[row] = block;
      to.line[row] = columns.detail[i] === 1 ? i : NONE;
    }
    this.#sortIn(added);
  }

  /** Parsing takes longer than comparing, so each address is parsed once. */
  #keysOfIps() {
    const known = this.#ipKeys.others.length;
    if (known < this.ips.length) {
      const ipv4 = new Float64Array(this.ips.length).fill(Number.NaN);
      ipv4.set(this.#ipKeys.ipv4);
      const { others } = this.#ipKeys;
      for (let at = known; at < this.ips.length; at++) {
        const key = ipKey(this.ips.at(at));
        if (typeof key === 'number') ipv4[at] = key;
        others.push(typeof key === 'number' ? null : key);
      }
      this.#ipKeys = { ipv4, others };
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
