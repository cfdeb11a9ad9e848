import type { DatabaseSync } from 'node:sqlite';
import { ipText } from '../../../net/ip.ts';
import { createIpv6Keys, decodeIpv6, IPV6, type Ipv6Keys } from '../columns/ipv6.ts';
import { CHUNK_ROWS, decodeNumbers, type NumberArray } from '../columns/numbers.ts';
import {
  type IpKeys,
  LARGE_COLUMNS,
  NONE,
  type NumberColumn,
  type SegmentRows,
  type TextListName,
} from '../columns/segment-rows.ts';
import { decompress } from '../files/zstd.ts';
import { ClosedTexts } from './closed-texts.ts';

/** Calls back with a chunk of a column, to decode it. Returns `null` if the segment has none. */
export type ReadChunk = <T>(column: string, chunk: number, use: (data: Uint8Array) => T) => T | null;

/** Reads the chunks of the columns of a closed segment. */
export function chunkReader(db: DatabaseSync): ReadChunk {
  const select = db.prepare('SELECT data FROM columns WHERE name = ? AND chunk = ?');
  const any = db.prepare('SELECT 1 FROM columns WHERE name = ?');
  return (name, chunk, use) => {
    const row = select.get(name, chunk);
    if (row) return use(row.data as Uint8Array);
    if (any.get(name)) throw new Error(`the chunk ${chunk} of its column ${name} is missing`);
    return null;
  };
}

/** Read first, to know the sizes of the columns. */
export interface ClosedMeta {
  readonly count: number;
  /** The first id of each chunk of texts, and after them the number of texts. */
  readonly texts: Readonly<Partial<Record<TextListName | 'ips', readonly number[]>>>;
}

/** Prefix of a text that is not an address. IPv4 addresses are stored as numbers, without a text. */
export const OTHER_ADDRESS = '=';

/** Far more than any segment, so that a forged one can't fill the memory. */
const MAX_COUNT = 2 ** 24;
const LARGE: ReadonlySet<NumberColumn> = new Set(LARGE_COLUMNS);
/** Stored plus one, because they may be {@link NONE}. */
export const MAY_BE_NONE: ReadonlySet<NumberColumn> = new Set(['parent', 'line']);

export type Lookup = Pick<SegmentRows, 'dimensionsOf' | 'processOf'>;

/** The entries of a closed segment. A column is read when it is needed, chunk by chunk. */
export class ClosedTable implements SegmentRows {
  readonly count: number;
  readonly order = null;
  readonly urls: ClosedTexts;
  readonly agents: ClosedTexts;
  readonly traces: ClosedTexts;
  readonly users: ClosedTexts;
  readonly tagLists: ClosedTexts;
  readonly #ips: ClosedTexts;
  readonly dimensionsOf: Lookup['dimensionsOf'];
  readonly processOf: Lookup['processOf'];
  readonly #read: ReadChunk;
  readonly #columns = new Map<
    NumberColumn,
    { readonly numbers: NumberArray; readonly isLoaded: Uint8Array }
  >();
  #ipKeys: IpKeys | null = null;
  #bytes = 0;

  constructor(read: ReadChunk, { dimensionsOf, processOf }: Lookup) {
    const meta = read('meta', 0, parseMeta);
    if (!meta) throw new Error('its columns are missing');
    const textsOf = (name: TextListName | 'ips') =>
      new ClosedTexts(meta.texts[name] ?? [], (chunk, use) => read(name, chunk, use));
    this.count = meta.count;
    this.#read = read;
    this.dimensionsOf = dimensionsOf;
    this.processOf = processOf;
    this.urls = textsOf('urls');
    this.agents = textsOf('agents');
    this.traces = textsOf('traces');
    this.users = textsOf('users');
    this.tagLists = textsOf('tagLists');
    this.#ips = textsOf('ips');
  }

  /** About how much memory it takes. */
  get bytes(): number {
    return [this.urls, this.agents, this.traces, this.users, this.tagLists, this.#ips].reduce(
      (sum, texts) => sum + texts.bytes,
      this.#bytes,
    );
  }

  load(columns: readonly NumberColumn[], from: number, to: number): void {
    const last = Math.floor((Math.min(to, this.count) - 1) / CHUNK_ROWS);
    for (const name of columns) {
      const { numbers, isLoaded } = this.#column(name);
      for (let chunk = Math.floor(from / CHUNK_ROWS); chunk <= last; chunk++) {
        if (isLoaded[chunk] === 1) continue;
        this.#read(name, chunk, (data) => decodeNumbers(data, numbers, chunk * CHUNK_ROWS));
        if (MAY_BE_NONE.has(name)) subtractOne(numbers, chunk);
        isLoaded[chunk] = 1;
      }
    }
  }

  column(name: NumberColumn): NumberArray {
    return this.#column(name).numbers;
  }

  ipKeys(): IpKeys {
    if (this.#ipKeys) return this.#ipKeys;
    const { length } = this.#ips;
    const ipv4 = new Float64Array(length);
    for (let chunk = 0; chunk * CHUNK_ROWS < length; chunk++)
      this.#read('ipv4', chunk, (data) => decodeNumbers(data, ipv4, chunk * CHUNK_ROWS));
    const hasOthers = ipv4.includes(0);
    for (let id = 0; id < length; id++) ipv4[id] = ipv4[id] === 0 ? Number.NaN : (ipv4[id] ?? 0) - 1;
    this.#bytes += 32 * length;
    let ipv6: Ipv6Keys | null = null;
    this.#ipKeys = {
      ipv4,
      // Most searches are for IPv4 addresses, which take less time to read.
      ipv6: () => {
        ipv6 ??= this.#readIpv6(hasOthers);
        return ipv6;
      },
    };
    return this.#ipKeys;
  }

  #readIpv6(hasAny: boolean): Ipv6Keys {
    const keys = createIpv6Keys(this.#ips.length);
    const { chunks } = this.#ips;
    for (let chunk = 0; hasAny && chunk < chunks; chunk++)
      this.#ips.read(chunk, (data, first) => decodeIpv6(data, keys, first));
    return keys;
  }

  ipAt(id: number): string {
    const number = this.ipKeys().ipv4[id] ?? Number.NaN;
    if (!Number.isNaN(number)) return ipText(number);
    const text = this.#ips.at(id);
    return text.startsWith(IPV6) ? ipText(text.slice(1)) : text.slice(1);
  }

  allIps(): readonly string[] {
    return Array.from(this.ipKeys().ipv4, (_, id) => this.ipAt(id));
  }

  #column(name: NumberColumn) {
    let column = this.#columns.get(name);
    if (!column) {
      // The kind of array that the column has in a live segment too: a loop over both kinds takes twice as long.
      const numbers = LARGE.has(name) ? new Float64Array(this.count) : new Int32Array(this.count);
      column = { numbers, isLoaded: new Uint8Array(Math.ceil(this.count / CHUNK_ROWS)) };
      this.#columns.set(name, column);
      this.#bytes += numbers.byteLength;
    }
    return column;
  }
}

function subtractOne(numbers: NumberArray, chunk: number): void {
  const end = Math.min(numbers.length, (chunk + 1) * CHUNK_ROWS);
  for (let row = chunk * CHUNK_ROWS; row < end; row++) numbers[row] = (numbers[row] ?? 0) + NONE;
}

function parseMeta(data: Uint8Array): ClosedMeta {
  const meta = JSON.parse(decompress(data)) as ClosedMeta;
  if (!(meta.count >= 0 && meta.count <= MAX_COUNT)) throw new Error(`it can't have ${meta.count} entries`);
  for (const [name, starts] of Object.entries(meta.texts))
    if (!areStarts(starts)) throw new Error(`it can't have these chunks of ${name}: ${starts}`);
  return meta;
}

function areStarts(starts: readonly number[]): boolean {
  return starts.every(
    (start, at) => Number.isInteger(start) && start >= (starts[at - 1] ?? 0) && start <= MAX_COUNT,
  );
}
