// An app in a process of its own, because some peers change Node itself. Its parent asks for its CPU time.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent } from '../record/answer-parent.ts';
import { PEERS, type Setting } from './peers.ts';

/** Peers that write or send now and then do it in this time. */
const SETTLE_MS = 300;

const [name = '', setting = '{}'] = process.argv.slice(2);
const app = await PEERS[name]?.start(JSON.parse(setting) as Setting);
if (!app) throw new Error(`There is no peer "${name}".`);
const { server, ...work } = app;
// Connections stay idle while other apps have their turn.
server.keepAliveTimeout = 0;
server.headersTimeout = 0;
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () =>
  answerParent({ settle: () => sleep(SETTLE_MS), ...work, port: (server.address() as AddressInfo).port }),
);
