import { expect } from 'vitest';
import type { RunningServer } from './frameworks/frameworks.ts';
import { detailOf } from './recorded-server.ts';
import { sendRequest } from './request.ts';

/**
 * A name without digits for each of 200 requests, so that it is stored as it is. Requests of a test use the one of their
 * number, and their profiles must have no other.
 */
function nameOf(number: number): string {
  return `own${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
}

/** Sends 200 requests at once (`/0` to `/199`) and expects each profile to have the spans of its own request only. */
export async function expectOwnSpans(
  running: RunningServer,
  expected: (name: string) => readonly string[],
): Promise<void> {
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  await Promise.all(numbers.map((number) => sendRequest(running.port, `/${number}`)));
  for (const number of numbers) {
    const { spans = [] } = await detailOf(running, `/${number}`);
    expect(spans.map(({ name }) => name)).toEqual(expected(nameOf(number)));
  }
}

/** The name of the request for `/0` to `/199`. */
export function ownName(url = ''): string {
  return nameOf(Number(url.slice(1)));
}

/** Runs code and returns the promises whose rejection was not handled until it has run. */
export async function unhandledRejections(run: () => unknown): Promise<Promise<unknown>[]> {
  const found: Promise<unknown>[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (_, promise) => found.push(promise));
  try {
    await run();
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  }
  return found;
}
