import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatebookOptions } from '../../src/gatebook.ts';
import { gatebook } from '../../src/http.ts';
import type { Entry } from '../../src/profile/entry.ts';
import type { Detail } from '../../src/profile/profile.ts';
import { listen, profileOf, type RunningServer, waitForEntries } from './frameworks/frameworks.ts';
import { sendRequest } from './request.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server with Gatebook in it. A handler that has not answered by the time it is done answers 200. */
export async function serve(handle: Handler, options: GatebookOptions = {}): Promise<RunningServer> {
  const server = createServer(async (request, response) => {
    try {
      await handle(request, response);
    } catch {
      response.statusCode = 500;
    }
    if (!response.writableEnded) response.end();
  });
  return listen(server, gatebook(server, { storage: 'memory:', ...options }));
}

/** The profile of the one request that was made for this path. */
export async function detailOf(running: RunningServer, path: string): Promise<Detail> {
  const own = await entriesOf(running, path);
  const detail = (
    await profileOf(
      running,
      own.find(({ kind }) => kind === 'main'),
    )
  )?.detail;
  if (!detail) throw new Error(`There is no detail of ${path}.`);
  return detail;
}

export async function entriesOf(running: RunningServer, path: string): Promise<readonly Entry[]> {
  for (let tries = 0; ; tries++) {
    const own = (await waitForEntries(running, 1)).filter(({ url }) => new URL(url).pathname === path);
    if (own.length > 0 || tries > 100) return own;
    await sleep(20);
  }
}

/** Asks for a path and gives the detail of what was recorded. */
export async function requestDetail(running: RunningServer, path = '/'): Promise<Detail> {
  await sendRequest(running.port, path);
  return detailOf(running, path);
}
