import { test } from 'vitest';
import { PROXIES } from '../../support/proxies.ts';
import { attack, canaryBook, FULL, quickTrials, TIMEOUT, usualTrials } from './attack.ts';
import { overTcp, PLAIN_STACKS, startPair } from './pairs.ts';

/** The apps behind each proxy. */
const STACKS = FULL ? PLAIN_STACKS : ['node:http'];
const book = canaryBook();

test.each(Object.entries(PROXIES))(
  'behind %s, nothing opens the page but the key',
  {
    timeout: TIMEOUT,
  },
  async (proxyName, startProxy) => {
    const running = await Promise.all(STACKS.map((stack) => startPair(stack, book().store)));
    const proxy = await startProxy(running.flatMap(({ ports }) => ports));
    const portOf = (port: number) => proxy.ports.get(port) ?? 0;
    try {
      for (const [index, { ports, via }] of running.entries()) {
        const pair = via(overTcp, [portOf(ports[0]), portOf(ports[1])]);
        await attack(`${proxyName}: ${STACKS[index]}`, pair, book(), index === 0 ? usualTrials : quickTrials);
      }
    } finally {
      await proxy.stop();
      await Promise.all(running.map((pair) => pair.close()));
    }
  },
);
