import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { gatebook } from '../../src/http.ts';
import type { GatebookOptions } from '../../src/options/options.ts';
import type { Entry } from '../../src/profile/entry.ts';
import type { Detail, Span } from '../../src/profile/profile.ts';
import { listen, profileOf, type RunningServer, waitForEntries } from './frameworks/frameworks.ts';
import { sendRequest } from './request.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts a recorded server. If the handler does not respond, the response is an empty 200, or 500 after an error. */
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

/** As `serve`, for a test file: the servers are closed after each test. Close others with `closeLater`. */
export function serversOfTest() {
  const open: RunningServer[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((running) => running.close()));
  });
  function closeLater(running: RunningServer): RunningServer {
    open.push(running);
    return running;
  }
  const startServer = async (...args: Parameters<typeof serve>) => closeLater(await serve(...args));
  return { startServer, closeLater };
}

/** The detail of the request for this path. */
export async function detailOf(running: RunningServer, path: string): Promise<Detail> {
  const found = await entriesOf(running, path);
  const detail = (
    await profileOf(
      running,
      found.find(({ kind }) => kind === 'main'),
    )
  )?.detail;
  if (!detail) throw new Error(`No detail found for ${path}.`);
  return detail;
}

export async function entriesOf(running: RunningServer, path: string): Promise<readonly Entry[]> {
  for (let attempt = 0; ; attempt++) {
    const found = (await waitForEntries(running, 1)).filter(({ url }) => new URL(url).pathname === path);
    if (found.length > 0 || attempt > 100) return found;
    await sleep(20);
  }
}

/** Requests a path and returns the recorded detail. */
export async function requestDetail(running: RunningServer, path = '/'): Promise<Detail> {
  await sendRequest(running.port, path);
  return detailOf(running, path);
}

/** Requests `/` and returns the recorded spans. No part of the detail may contain the secret. */
export async function requestSpans(running: RunningServer, secret: string): Promise<readonly Span[]> {
  const detail = await requestDetail(running);
  expect(JSON.stringify(detail)).not.toContain(secret);
  return detail.spans ?? [];
}
