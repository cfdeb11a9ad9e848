import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatebookOptions } from '../../src/gatebook.ts';
import { gatebook } from '../../src/http.ts';
import type { Entry } from '../../src/profile/entry.ts';
import type { Detail } from '../../src/profile/profile.ts';
import { entries, listening, profileOf, type Running } from './frameworks/frameworks.ts';
import { ask } from './request.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server with Gatebook in it. A handler that has not answered by the time it is done answers 200. */
export async function serve(handle: Handle, options: GatebookOptions = {}): Promise<Running> {
  const server = createServer(async (request, response) => {
    try {
      await handle(request, response);
    } catch {
      response.statusCode = 500;
    }
    if (!response.writableEnded) response.end();
  });
  return listening(server, gatebook(server, { storage: 'memory:', ...options }));
}

/** The profile of the one request that was made for this path. */
export async function detailOf(running: Running, path: string): Promise<Detail> {
  const own = await rowsOf(running, path);
  const detail = (
    await profileOf(
      running,
      own.find(({ kind }) => kind === 'main'),
    )
  )?.detail;
  if (!detail) throw new Error(`There is no detail of ${path}.`);
  return detail;
}

export async function rowsOf(running: Running, path: string): Promise<readonly Entry[]> {
  for (let tries = 0; ; tries++) {
    const own = (await entries(running, 1)).filter(({ url }) => new URL(url).pathname === path);
    if (own.length > 0 || tries > 100) return own;
    await sleep(20);
  }
}

/** Asks for a path and gives the detail of what was recorded. */
export async function seenOf(running: Running, path = '/'): Promise<Detail> {
  await ask(running.port, path);
  return detailOf(running, path);
}
