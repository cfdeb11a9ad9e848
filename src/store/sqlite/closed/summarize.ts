import type { IpKey } from '../../../net/ip.ts';
import { lowerAscii } from '../../../profile/lower-ascii.ts';
import { parseTags } from '../columns/rows.ts';
import { addKey, addUrl, createFilter, createUrlFilters, eachAddressKey, type FilterKey } from './filters.ts';

/** URLs with more bytes are not in a filter: a segment that has one has no filter of URLs. */
const LONGEST_URL = 512;
const TEXTS_PER_SLICE = 512;

/** Lets a search skip a segment without opening it. */
export interface Summary {
  readonly dimensions: Uint8Array;
  readonly processes: Uint8Array;
  readonly ips: Uint8Array;
  /** `null` if no entry has a trace, a user, a tag. Users and tags are lowercase. */
  readonly traces: Uint8Array | null;
  readonly users: Uint8Array | null;
  readonly tags: Uint8Array | null;
  /** Both `null` if some URLs are too long. */
  readonly trigrams: Uint8Array | null;
  readonly longParts: Uint8Array | null;
}

/** The distinct texts of a segment. */
interface SummaryTexts {
  readonly dimensions: Uint8Array;
  readonly processes: Uint8Array;
  /** `null` for what is not an address. */
  readonly ips: readonly (IpKey | null)[];
  readonly traces: readonly string[];
  readonly users: readonly string[];
  readonly tagLists: readonly string[];
  readonly urls: readonly string[];
}

/** Makes the summary of a segment. Yields between short slices of work. */
export function* summarize(texts: SummaryTexts): Generator<void, Summary> {
  const { dimensions, processes, ips, traces, users, tagLists, urls } = texts;
  const addresses = new Set<FilterKey>();
  const add = (key: FilterKey) => addresses.add(key);
  for (const [i, ip] of ips.entries()) {
    if (ip !== null) eachAddressKey(ip, add);
    if (i % TEXTS_PER_SLICE === TEXTS_PER_SLICE - 1) yield;
  }
  return {
    dimensions,
    processes,
    ips: yield* filterOf(addresses),
    traces: yield* filterUnlessEmpty(traces),
    users: yield* filterUnlessEmpty(users.map(lowerAscii)),
    tags: yield* filterUnlessEmpty(tagLists.flatMap(parseTags).map(lowerAscii)),
    ...(yield* filtersOfUrls(urls)),
  };
}

function* filterUnlessEmpty(texts: readonly string[]): Generator<void, Uint8Array | null> {
  const distinct = new Set(texts);
  distinct.delete('');
  return distinct.size === 0 ? null : yield* filterOf(distinct);
}

function* filterOf(keys: ReadonlySet<FilterKey>): Generator<void, Uint8Array> {
  const filter = createFilter(keys.size);
  let added = 0;
  for (const key of keys) {
    addKey(filter, key);
    if (++added % (4 * TEXTS_PER_SLICE) === 0) yield;
  }
  return filter;
}

function* filtersOfUrls(urls: readonly string[]): Generator<void, Pick<Summary, 'trigrams' | 'longParts'>> {
  if (urls.some((url) => url.length * 3 > LONGEST_URL && Buffer.byteLength(url) > LONGEST_URL))
    return { trigrams: null, longParts: null };
  const filters = createUrlFilters(urls.reduce((sum, { length }) => sum + length, 0));
  for (const [i, url] of urls.entries()) {
    addUrl(filters, url);
    if (i % TEXTS_PER_SLICE === TEXTS_PER_SLICE - 1) yield;
  }
  return filters;
}
