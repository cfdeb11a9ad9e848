import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import type { FrameworkName } from './app-sources.ts';
import { type GuestApp, GuestFolder } from './guest-folder.ts';

const folders: GuestFolder[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

/** A folder that is removed after the test. */
export function createFolder(packages: readonly string[] = []): GuestFolder {
  const folder = new GuestFolder();
  folders.push(folder);
  folder.install(packages);
  return folder;
}

/** What each adapter records of one request that succeeds, one that fails and one without a route. */
export function expectedRows(framework: FrameworkName): string[] {
  if (framework === 'node:http') return ['main 200 /users/7', 'main 500 /broken/7', 'main 404 /none'];
  return [
    'main 200 /users/7 /users/:id',
    'main 500 /broken/7 /broken/:id TypeError',
    'error 500 /broken/7 /broken/:id TypeError',
    'main 404 /none',
    'error 404 /none',
  ];
}

export async function visit(app: GuestApp): Promise<void> {
  expect((await app.get('/users/7')).status).toBe(200);
  expect((await app.get('/broken/7')).status).toBe(500);
  expect((await app.get('/none')).status).toBe(404);
}

/** Ends the app when the book has this many rows, and returns them. On a busy machine the writer thread takes its time to start. */
export async function rowsOf(
  folder: GuestFolder,
  app: GuestApp,
  count: number,
  book?: string,
): Promise<string[]> {
  for (let n = 0; n < 50 && (await folder.rows(book)).length < count; n++) await sleep(100);
  await app.stop();
  return folder.rows(book);
}
