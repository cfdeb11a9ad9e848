// An app in a process of its own, because some peers change Node itself. Its parent asks for its CPU time.
import type { AddressInfo } from 'node:net';
import { pinRequestThread } from '../record/pin.ts';
import { PEERS, type Setting } from './peers.ts';

/** CPU time since the process started, in µs. */
export interface Usage {
  readonly thread: number;
  readonly process: number;
  readonly kept: number | null;
}

export type Question = { readonly ask: 'usage' } | { readonly ask: 'pin'; readonly load: number };

const [name = '', setting = '{}'] = process.argv.slice(2);
const { server, settle, kept } = (await PEERS[name]?.start(JSON.parse(setting) as Setting)) ?? {};
if (!server) throw new Error(`There is no peer "${name}".`);
// Connections stay idle while other apps have their turn.
server.keepAliveTimeout = 0;
server.headersTimeout = 0;
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
process.on('message', async (question: Question) => {
  if (question.ask === 'pin') pinRequestThread(question.load, 'apart');
  else await settle?.();
  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
  process.send?.({
    thread: sum(process.threadCpuUsage()),
    process: sum(process.cpuUsage()),
    kept: kept?.() ?? null,
  } satisfies Usage);
});
