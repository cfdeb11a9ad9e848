import type { DatabaseSync } from 'node:sqlite';
import { createLru } from '../../../lru.ts';
import type { Entry } from '../../../profile/entry.ts';
import { matchesEach } from '../../../search/matches.ts';
import type { Segment } from '../catalog/catalog.ts';
import { mayHaveKey, mayHaveUrlText } from '../closed/filters.ts';
import { decodeDimensions, decodeProcesses, type SegmentProcesses } from '../closed/shared-lists.ts';
import type { Summary } from '../closed/summarize.ts';
import type { DimensionTable, SegmentDimensions } from './dimensions.ts';
import type { ParsedTerms } from './parse-terms.ts';

const CACHED = 1024;
/** Filters in memory, in bytes. Up to six of a segment, most with 16 KB, the largest with 245 KB. */
const FILTER_BYTES = 32e6;
/** The overhead of a filter in a cache. */
const BYTES_PER_FILTER = 200;
const NO_FILTER = new Uint8Array(0);
/** Lists of up to 1,000 processes each. */
const CACHED_PROCESSES = 256;

type FilterName = Exclude<keyof Summary, 'dimensions' | 'processes'>;
/** The filter that has the values of a field. */
const FILTER_OF = { ip: 'ips', trace: 'traces', user: 'users', tag: 'tags' } as const;

/** The summaries of closed segments, read from the catalog when a search needs them. */
export function createSummaries(catalog: DatabaseSync, table: DimensionTable) {
  const select = catalog.prepare('SELECT data FROM summaries WHERE segment = ? AND kind = ?');
  const filters = createLru<Uint8Array>(FILTER_BYTES, ({ length }) => length + BYTES_PER_FILTER);
  const known = createLru<SegmentDimensions>(CACHED);
  const knownProcesses = createLru<SegmentProcesses>(CACHED_PROCESSES);

  const read = ({ id }: Segment, kind: keyof Summary) =>
    (select.get(id, kind)?.data ?? null) as Uint8Array | null;
  const keyOf = ({ id, rewrites }: Segment) => `${id}-${rewrites}`;

  function filter(segment: Segment, name: FilterName): Uint8Array | null {
    const data = filters.getOrMake(`${keyOf(segment)} ${name}`, () => read(segment, name) ?? NO_FILTER);
    return data === NO_FILTER ? null : data;
  }

  function dimensions(segment: Segment): SegmentDimensions {
    const existing = known.get(keyOf(segment));
    if (existing?.generation === table.generation) return existing;
    const added = table.add(decodeDimensions(read(segment, 'dimensions')));
    known.set(keyOf(segment), added);
    return added;
  }

  function processes(segment: Segment): SegmentProcesses {
    return knownProcesses.getOrMake(keyOf(segment), () => decodeProcesses(read(segment, 'processes')));
  }

  return {
    dimensions,
    processes,
    /** How many entries match, if the summary is enough to know. */
    count(segment: Segment, { from, to, rowTerms, dimensionTerms }: ParsedTerms): number | null {
      if (segment.state !== 'closed' || rowTerms.length > 0) return null;
      if (segment.earliest < from || segment.latest > to) return null;
      if (dimensionTerms.length === 0) return segment.entries;
      const { ids, counts } = dimensions(segment);
      const isMatch = table.matching(dimensionTerms);
      return counts.reduce((total, count, at) => (isMatch(ids[at] ?? -1) ? total + count : total), 0);
    },
    /** Whether a segment may have matches, by its row and its summary alone. */
    mayMatch(segment: Segment, parsed: ParsedTerms): boolean {
      const { seqs, filterTerms, urls, dimensionTerms, processTerms } = parsed;
      if (segment.state === 'live') return true;
      if (seqs && !seqs.some((seq) => seq >= segment.first_seq && seq <= segment.last_seq)) return false;
      if (segment.state === 'full') return true;
      for (const { field, keys } of filterTerms) {
        const data = filter(segment, FILTER_OF[field]);
        // Every entry has an IP address. Without a filter of another field, none has a value.
        if (data ? keys && !keys.some((key) => mayHaveKey(data, key)) : field !== 'ip') return false;
      }
      for (const patterns of urls) {
        const trigrams = filter(segment, 'trigrams');
        const longParts = trigrams && filter(segment, 'longParts');
        if (!longParts) continue;
        const mayHave = (part: string) => mayHaveUrlText({ trigrams, longParts }, part);
        if (!patterns.some(({ parts }) => parts.every(mayHave))) return false;
      }
      if (processTerms.length > 0) {
        const isMatch = (process: unknown) => matchesEach(process as Entry, processTerms, () => null);
        if (![...processes(segment).values()].some(isMatch)) return false;
      }
      if (dimensionTerms.length === 0) return true;
      // First the segment's dimensions: the table may be emptied to make room for them.
      const { ids } = dimensions(segment);
      return ids.some(table.matching(dimensionTerms));
    },
  };
}
