import { createLru, createRepeatCheck } from '../lru.ts';
import { type Probe, probeIn } from './probe.ts';

/** How many URLs are remembered (at most twice as many), and their maximum length. */
const [MAX_URLS, MAX_LENGTH] = [4096, 256];

/** Like `probeIn`, but remembers repeated URLs: matching one against the catalogue takes microseconds. */
export function createProbeFinder() {
  const known = createLru<{ readonly method: string; readonly probe: Probe | null }>(MAX_URLS);
  const comesAgain = createRepeatCheck(MAX_URLS);

  return (method: string, url: string, path: string, query: string): Probe | null => {
    if (url.length > MAX_LENGTH) return probeIn(method, path, query);
    const last = known.get(url);
    if (last?.method === method) return last.probe;
    const probe = probeIn(method, path, query);
    if (comesAgain(url)) known.set(url, { method, probe });
    return probe;
  };
}
