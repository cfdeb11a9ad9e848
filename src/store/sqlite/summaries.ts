import type { DatabaseSync } from 'node:sqlite';
import { createLru } from '../../lru.ts';
import type { Segment } from './catalog.ts';
import { decodeDimensions } from './dimension-list.ts';
import { countIn, type DimensionTable, type SegmentDimensions } from './dimensions.ts';
import { mayHaveKey, mayHaveUrlText } from './filters.ts';
import type { ParsedTerms } from './parse-terms.ts';
import { hasProcess, processesOfSummary, type SegmentProcesses } from './segment-processes.ts';

const CACHED = 1024;
/** Filters of up to 128 KB each. */
const CACHED_LARGE = 256;
/** Lists of up to 1,000 processes each. */
const CACHED_PROCESSES = 256;

/** The summaries of sealed segments, read from the catalog when a search needs them. */
export interface Summaries {
  dimensions(segment: Segment): SegmentDimensions;
  processes(segment: Segment): SegmentProcesses;
  /** How many entries match, if the summary is enough to know. */
  count(segment: Segment, parsed: ParsedTerms): number | null;
  /** Whether a segment may have matches, by its summary alone. */
  mayMatch(segment: Segment, parsed: ParsedTerms): boolean;
}

type Kind = 'dimensions' | 'processes' | 'ips' | 'traces' | 'users' | 'tags' | 'trigrams' | 'longParts';
/** The filter that has the values of a field. */
const FILTER_OF = { ip: 'ips', trace: 'traces', user: 'users', tag: 'tags' } as const;

export function createSummaries(catalog: DatabaseSync, table: DimensionTable): Summaries {
  const select = catalog.prepare('SELECT data FROM summaries WHERE segment = ? AND kind = ?');
  const filters = {
    ips: createLru<Uint8Array | 'none'>(CACHED),
    traces: createLru<Uint8Array | 'none'>(CACHED),
    users: createLru<Uint8Array | 'none'>(CACHED),
    tags: createLru<Uint8Array | 'none'>(CACHED),
    trigrams: createLru<Uint8Array | 'none'>(CACHED),
    longParts: createLru<Uint8Array | 'none'>(CACHED_LARGE),
  };
  const known = createLru<SegmentDimensions>(CACHED);
  const knownProcesses = createLru<SegmentProcesses>(CACHED_PROCESSES);

  const read = ({ id }: Segment, kind: Kind) => (select.get(id, kind)?.data ?? null) as Uint8Array | null;
  const keyOf = ({ id, rewrites }: Segment) => `${id}-${rewrites}`;

  function filter(segment: Segment, kind: keyof typeof filters): Uint8Array | null {
    const key = keyOf(segment);
    let data = filters[kind].get(key);
    if (data === undefined) {
      data = read(segment, kind) ?? 'none';
      filters[kind].set(key, data);
    }
    return data === 'none' ? null : data;
  }

  function dimensions(segment: Segment): SegmentDimensions {
    const existing = known.get(keyOf(segment));
    if (existing?.generation === table.generation) return existing;
    const added = table.add(decodeDimensions(read(segment, 'dimensions')));
    known.set(keyOf(segment), added);
    return added;
  }

  function processes(segment: Segment): SegmentProcesses {
    const key = keyOf(segment);
    const list = knownProcesses.get(key) ?? processesOfSummary(read(segment, 'processes'));
    knownProcesses.set(key, list);
    return list;
  }

  return {
    dimensions,
    processes,
    count(segment, { from, to, rowTerms, dimensionTerms }) {
      if (segment.state !== 'sealed' || rowTerms.length > 0) return null;
      if (segment.earliest < from || segment.latest > to) return null;
      return dimensionTerms.length === 0
        ? segment.entries
        : countIn(dimensions(segment), table.matching(dimensionTerms));
    },
    mayMatch(segment, { from, to, seqs, filterTerms, urls, dimensionTerms, processTerms }) {
      if (segment.entries === 0 || segment.latest < from || segment.earliest > to) return false;
      if (seqs && !seqs.some((seq) => seq >= segment.first_seq && seq <= segment.last_seq)) return false;
      if (segment.state !== 'sealed') return true;
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
      if (processTerms.length > 0 && !hasProcess(processes(segment), processTerms)) return false;
      if (dimensionTerms.length === 0) return true;
      const own = dimensions(segment);
      return table.matching(dimensionTerms).isIn(own);
    },
  };
}
