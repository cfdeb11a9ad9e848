// npm run bench:collector            twenty senders for half a minute, then two hundred
// npm run bench:collector -- --tiny  at a size for CI
// npm run bench:collector -- --full  ten minutes of each
// --assert                           fails if a figure misses its goal
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addKey } from '../../src/serve/access/collector-keys.ts';
import { openRemoteStore } from '../../src/store/remote/remote-store.ts';
import { kill, startCollectorProcess } from '../../test/support/collector-process.ts';
import { type Figure, quantile, report } from '../figures.ts';
import { singleCases } from '../store/cases.ts';
import { startReader } from '../store/writing.ts';
import type { SendersOptions, Sent } from './senders.ts';

const has = (option: string) => process.argv.includes(option);
const [rate, seconds] = has('--tiny') ? [1000, 3] : has('--full') ? [10_000, 600] : [10_000, 30];
/** Answers within this time, in milliseconds: a sender holds what it has not got an answer for. */
const ANSWER_MS = 250;
/** Between two searches, as people make. */
const PAUSE_MS = 20;

/** The resident memory of a process each second, in MB. */
function watchMemory(pid: number) {
  const samples: number[] = [];
  const timer = setInterval(() => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    samples.push(Number(kilobytes) / 1000);
  }, 1000);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

async function load(senders: number, goal: number): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-bench-collector-'));
  const keys = Array.from(
    { length: senders },
    (_, n) => addKey(join(folder, 'book', 'keys'), { to: 'write', service: `service-${n}` }).key,
  );
  const collector = await startCollectorProcess(join(folder, 'book'));
  const child = fork(join(import.meta.dirname, 'senders.ts'));
  try {
    const options: SendersOptions = { url: collector.url, keys, rate: goal / senders, seconds };
    child.send(options);
    await once(child, 'message');
    const store = await openRemoteStore(collector.url, { read: collector.readKey() });
    const cases = await singleCases(store);
    const endMemory = watchMemory(collector.child.pid ?? 0);
    const endSearches = startReader(store, cases, PAUSE_MS);
    child.send('start');
    const [sent] = (await once(child, 'message')) as [Sent];
    const busy = await endSearches();
    const memory = endMemory();
    const stopIdle = startReader(store, cases, PAUSE_MS);
    await sleep(Math.min(10_000, seconds * 500));
    const idle = await stopIdle();
    await store.close();
    const third = Math.floor(memory.length / 3);
    const name = `${senders} senders`;
    return [
      { name: `${name}: profiles`, value: sent.profiles / sent.took, unit: '/s', min: goal * 0.99 },
      { name: `${name}: answer p50`, value: quantile(sent.answers, 0.5), unit: 'ms' },
      { name: `${name}: answer p99`, value: quantile(sent.answers, 0.99), unit: 'ms', max: ANSWER_MS },
      { name: `${name}: not answered with 200`, value: sent.refused, unit: '', max: 0 },
      {
        name: `${name}: search p95 busy/idle`,
        value: quantile(busy, 0.95) / quantile(idle, 0.95),
        unit: 'x',
        max: 3,
      },
      { name: `${name}: memory`, value: Math.max(...memory), unit: 'MB' },
      {
        name: `${name}: memory, last third/first`,
        value: quantile(memory.slice(-third), 0.5) / quantile(memory.slice(0, third), 0.5),
        unit: 'x',
        max: 1.2,
      },
    ];
  } finally {
    child.kill();
    await kill(collector.child);
    rmSync(folder, { recursive: true });
  }
}

const figures = [...(await load(20, rate)), ...(await load(200, Math.min(rate, 4000)))];
report(`bench:collector for ${seconds} s`, figures, has('--assert'));
