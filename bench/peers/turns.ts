import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, startApp } from '../record/app-process.ts';
import { shareCores } from '../record/cores.ts';
import type { CostPace } from '../record/measure-costs.ts';
import { runRounds, type Turn } from '../record/rounds.ts';
import { startLoad } from '../record/start-load.ts';
import { folderOf } from './install.ts';
import type { Setting } from './peers.ts';

type Kind = Setting['with'];

export interface PeerResult {
  readonly rounds: readonly Readonly<Record<Kind, Turn>>[];
  /** The smallest share of requests that were kept in a pass, where it can be counted. */
  readonly kept: Readonly<Record<'gatebook' | 'peer', number | null>>;
}

const APP = new URL('./app.ts', import.meta.url);
/** What peers have batched is sent in this time. */
const BATCH_MS = 1500;
const KINDS = ['nothing', 'gatebook', 'peer'] as const;

/** The same app with nothing, with Gatebook and with a peer, in a process each, take turns. New processes for each pass. */
export async function comparePeer(name: string, { passes, ...pace }: CostPace): Promise<PeerResult> {
  const cores = shareCores(1);
  const rounds: PeerResult['rounds'][number][] = [];
  const shares: Record<'gatebook' | 'peer', number[]> = { gatebook: [], peer: [] };
  for (let pass = 0; pass < passes; pass++) {
    const data = mkdtempSync(join(tmpdir(), 'gatebook-peers-'));
    const load = startLoad(cores.load);
    const sink = await startSink();
    const apps = new Map<Kind, App>();
    try {
      for (const kind of KINDS) {
        const setting: Setting = { folder: folderOf(name), data, with: kind, sink: sink.url };
        apps.set(kind, await startApp(APP, [name, JSON.stringify(setting)], cores.app));
      }
      rounds.push(...(await runRounds(apps, load, pace)).rounds);
      await sleep(BATCH_MS);
      for (const [kind, app] of apps) {
        if (kind === 'nothing') continue;
        const { kept } = await app.settle();
        const sent = kind === 'peer' && sink.requests() > 0 ? sink.requests() : null;
        const count = kept ?? sent;
        if (count !== null) shares[kind].push(count / load.responsesFrom(app.port));
      }
    } finally {
      await Promise.all([...apps.values()].map((app) => app.stop()));
      load.stop();
      sink.stop();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  const smallest = (values: readonly number[]) => (values.length > 0 ? Math.min(...values) : null);
  return { rounds, kept: { gatebook: smallest(shares.gatebook), peer: smallest(shares.peer) } };
}

/** Accepts everything, as the peer's own server would. */
async function startSink() {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stream`,
    requests: () => requests,
    stop: () => server.closeAllConnections() ?? server.close(),
  };
}
