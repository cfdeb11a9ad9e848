import { afterEach } from 'vitest';
import { EVERYTHING } from '../../src/search/criteria.ts';
import { FRAMEWORKS, type RunningServer } from './frameworks/frameworks.ts';

/** One address of each kind that the page serves. */
export const PAGE_PATHS = [
  '/_profiler',
  '/_profiler?limit=50',
  '/_profiler/',
  '/_profiler/latest',
  '/_profiler/metrics',
  '/_profiler/search',
  '/_profiler/123456',
  '/_profiler/assets/page.css',
];

/** Starts servers with the page, which are closed after each test. */
export function pageServers(): (framework: string, variant?: object) => Promise<RunningServer> {
  let running: RunningServer[] = [];
  afterEach(async () => {
    for (const server of running) await server.close();
    running = [];
  });
  return async (framework, variant = {}) => {
    const server = await FRAMEWORKS[framework]?.start(variant);
    if (!server) throw new Error(`no framework ${framework}`);
    running.push(server);
    return server;
  };
}

/** The entries in the book of a server, newest first. */
export async function recordedEntries({ book }: RunningServer) {
  await book.flush();
  return (await (await book.store()).search({ ...EVERYTHING, limit: 1000 })).entries;
}
