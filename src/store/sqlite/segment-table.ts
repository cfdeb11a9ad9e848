import { canonicalIp, type IpKey, ipKey } from '../../net/ip.ts';
import type { Entry, ProcessInfo } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Seq } from '../../profile/token.ts';
import type { Columns } from './block-codec.ts';
import { type Dimensions, NO_PROCESS, parseTags } from './rows.ts';

type NumberArray = Float64Array | Int32Array;
const NO_PARENT = -1;
const NO_DETAIL = -1;
const FIRST_CAPACITY = 1024;

/** A list of texts that takes the texts of each block without looking for equal ones. */
type Texts = string[];

/**
 * The entries of a segment in memory, column by column: those of a live segment to search it, those of a full one to
 * seal it. An entry takes about 100 bytes, its texts not counted.
 */
export class SegmentTable {
  count = 0;
  seq = new Float64Array(FIRST_CAPACITY);
  time = new Float64Array(FIRST_CAPACITY);
  duration = new Float64Array(FIRST_CAPACITY);
  requestBytes = new Float64Array(FIRST_CAPACITY);
  responseBytes = new Float64Array(FIRST_CAPACITY);
  parent = new Float64Array(FIRST_CAPACITY);
  queryTime = new Float64Array(FIRST_CAPACITY);
  queries = new Int32Array(FIRST_CAPACITY);
  dimension = new Int32Array(FIRST_CAPACITY);
  process = new Int32Array(FIRST_CAPACITY);
  /** Positions in `ips`, `urls`, `agents`, `traces`, `users` and `tagLists`. */
  ip = new Int32Array(FIRST_CAPACITY);
  url = new Int32Array(FIRST_CAPACITY);
  agent = new Int32Array(FIRST_CAPACITY);
  trace = new Int32Array(FIRST_CAPACITY);
  user = new Int32Array(FIRST_CAPACITY);
  tags = new Int32Array(FIRST_CAPACITY);
  /** The block and the line of an entry's detail; a line of -1 means that it has none. */
  block = new Int32Array(FIRST_CAPACITY);
  line = new Int32Array(FIRST_CAPACITY);
  readonly ips: Texts = [];
  readonly urls: Texts = [];
  /** Characters of all URLs. */
  urlText = 0;
  readonly agents: Texts = [];
  /** The first trace is the empty one, which most entries have. */
  readonly traces: Texts = [''];
  /** The first user is the empty one, the first list of tags that without any. */
  readonly users: Texts = [''];
  readonly tagLists: Texts = [''];
  /** The rows in the reverse order of the listing: oldest first, and of equal times the highest seq first. */
  order: Int32Array = new Int32Array(0);
  readonly dimensions = new Map<number, Dimensions>();
  readonly processes = new Map<number, ProcessInfo>();
  #ipKeys: { ipv4: Float64Array; others: (IpKey | null)[] } = { ipv4: new Float64Array(0), others: [] };

  /** Adds the entries of a block. `lines` has the line of each detail, unless it is the entry's place in the block. */
  addBlock(block: number, columns: Columns, lines?: readonly number[]): void {
    const added = columns.seq.length;
    this.#reserve(this.count + added);
    const bases = {
      ip: this.ips.length,
      url: this.urls.length,
      agent: this.agents.length,
      user: this.users.length,
      tags: this.tagLists.length,
    };
    append(this.ips, columns.ips);
    append(this.urls, columns.urls);
    for (const url of columns.urls) this.urlText += url.length;
    append(this.agents, columns.agents);
    if (columns.users) append(this.users, columns.users);
    if (columns.tagLists) append(this.tagLists, columns.tagLists);
    for (let i = 0; i < added; i++) {
      const row = this.count + i;
      this.seq[row] = columns.seq[i] ?? 0;
      this.time[row] = columns.time[i] ?? 0;
      this.duration[row] = columns.duration[i] ?? 0;
      this.requestBytes[row] = columns.requestBytes[i] ?? 0;
      this.responseBytes[row] = columns.responseBytes[i] ?? 0;
      this.parent[row] = columns.parent[i] ?? NO_PARENT;
      this.dimension[row] = columns.dimension[i] ?? 0;
      this.process[row] = columns.process[i] ?? 0;
      this.ip[row] = bases.ip + (columns.ip[i] ?? 0);
      this.url[row] = bases.url + (columns.url[i] ?? 0);
      this.agent[row] = bases.agent + (columns.agent[i] ?? 0);
      const trace = columns.trace[i] ?? '';
      this.trace[row] = trace === '' ? 0 : this.traces.push(trace) - 1;
      this.queries[row] = columns.queries?.[i] ?? 0;
      this.queryTime[row] = columns.queryTime?.[i] ?? 0;
      this.user[row] = columns.user ? bases.user + (columns.user[i] ?? 0) : 0;
      this.tags[row] = columns.tags ? bases.tags + (columns.tags[i] ?? 0) : 0;
      this.block[row] = block;
      this.line[row] = columns.detail[i] === 1 ? (lines?.[i] ?? i) : NO_DETAIL;
    }
    this.#sortIn(added);
  }

  dimensionsAt(row: number): Dimensions {
    return this.dimensions.get(this.dimension[row] ?? 0) as Dimensions;
  }

  entryAt(row: number): Entry {
    const dimensions = this.dimensionsAt(row);
    const process = this.processes.get(this.process[row] ?? 0) ?? NO_PROCESS;
    return {
      seq: this.seq[row] as Seq,
      time: this.time[row] as Micros,
      status: dimensions.status,
      // A sealed segment stores the address, not its text.
      ip: canonicalIp(this.ips[this.ip[row] ?? 0] ?? ''),
      method: dimensions.method,
      url: this.urls[this.url[row] ?? 0] ?? '',
      host: dimensions.host,
      route: dimensions.route,
      operation: dimensions.operation,
      duration: this.duration[row] ?? 0,
      requestBytes: this.requestBytes[row] ?? 0,
      responseBytes: this.responseBytes[row] ?? 0,
      userAgent: this.agents[this.agent[row] ?? 0] ?? '',
      trace: this.traces[this.trace[row] ?? 0] ?? '',
      kind: dimensions.kind,
      parent: this.parentAt(row),
      error: dimensions.error,
      errorGroup: dimensions.errorGroup,
      client: dimensions.client,
      user: this.users[this.user[row] ?? 0] ?? '',
      tags: parseTags(this.tagLists[this.tags[row] ?? 0] ?? ''),
      queries: this.queries[row] ?? 0,
      queryTime: this.queryTime[row] ?? 0,
      service: process.service,
      instance: process.instance,
      release: process.release,
      detail: dimensions.detail,
    };
  }

  /** The keys of `ips`, those of IPv4 addresses apart: NaN for others. Parsing takes longer than comparing. */
  ipKeys(): { readonly ipv4: Float64Array; readonly others: readonly (IpKey | null)[] } {
    const known = this.#ipKeys.others.length;
    if (known < this.ips.length) {
      const ipv4 = new Float64Array(this.ips.length).fill(Number.NaN);
      ipv4.set(this.#ipKeys.ipv4);
      const { others } = this.#ipKeys;
      for (let at = known; at < this.ips.length; at++) {
        const key = ipKey(this.ips[at] ?? '');
        if (typeof key === 'number') ipv4[at] = key;
        others.push(typeof key === 'number' ? null : key);
      }
      this.#ipKeys = { ipv4, others };
    }
    return this.#ipKeys;
  }

  parentAt(row: number): Seq | null {
    const parent = this.parent[row] ?? NO_PARENT;
    return parent === NO_PARENT ? null : (parent as Seq);
  }

  /** The number of rows in `order` that come before this place in the listing's reverse order. */
  rowsBefore(time: number, seq: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = this.order[middle] ?? 0;
      const rowTime = this.time[row] ?? 0;
      if (rowTime < time || (rowTime === time && (this.seq[row] ?? 0) > seq)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  rowOf(seq: number): number | null {
    const row = this.seq.subarray(0, this.count).indexOf(seq);
    return row < 0 ? null : row;
  }

  /** Sorts the last rows into `order`. They are newer than most others, so only its end changes. */
  #sortIn(added: number): void {
    const compare = (a: number, b: number) =>
      (this.time[a] ?? 0) - (this.time[b] ?? 0) || (this.seq[b] ?? 0) - (this.seq[a] ?? 0);
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
    if (count <= this.seq.length) return;
    const capacity = capacityFor(count);
    const grown = <T extends NumberArray>(array: T, larger: T): T => {
      larger.set(array);
      return larger;
    };
    for (const name of FLOATS) this[name] = grown(this[name], new Float64Array(capacity));
    for (const name of INTEGERS) this[name] = grown(this[name], new Int32Array(capacity));
  }
}

const FLOATS = ['seq', 'time', 'duration', 'requestBytes', 'responseBytes', 'parent', 'queryTime'] as const;
const INTEGERS = [
  'dimension',
  'process',
  'ip',
  'url',
  'agent',
  'trace',
  'user',
  'tags',
  'queries',
  'block',
  'line',
] as const;

function capacityFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(count, FIRST_CAPACITY)));
}

function append(texts: string[], added: readonly string[]): void {
  for (const text of added) texts.push(text);
}
