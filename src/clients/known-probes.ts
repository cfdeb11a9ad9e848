import { copyText } from '../format/cut-text.ts';
import { type Probe, probeIn } from './probe.ts';
import { hashText } from './text-hash.ts';

/** How many URLs are remembered, and up to which length. */
const [SLOTS, MAX_LENGTH] = [4096, 256];

interface KnownUrl {
  readonly url: string;
  readonly method: string;
  readonly probe: Probe | null;
}

/** `probeIn`, but it remembers URLs that come again: matching one against the catalogue takes microseconds. */
export function createProbeFinder(seed: number) {
  const known: (KnownUrl | undefined)[] = new Array(SLOTS).fill(undefined);
  /** The hashes of the last URLs that were not known. */
  const seen = new Uint32Array(SLOTS);

  return (method: string, url: string, path: string, query: string): Probe | null => {
    if (url.length > MAX_LENGTH) return probeIn(method, path, query);
    const hash = hashText(url, seed);
    const slot = hash % SLOTS;
    const last = known[slot];
    if (last?.url === url && last.method === method) return last.probe;
    const probe = probeIn(method, path, query);
    // From the second time on: a URL that comes once displaces no other.
    if (seen[slot] === hash) known[slot] = { url: copyText(url), method: copyText(method), probe };
    seen[slot] = hash;
    return probe;
  };
}
