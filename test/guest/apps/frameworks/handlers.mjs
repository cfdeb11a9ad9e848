// What the apps of all frameworks do. The tests copy this folder into a project.
import { note } from 'gatebook';

export const HTML = '<!doctype html><html><body><h1>A page</h1></body></html>';
export const PORT = Number(process.env.PORT);
export const HAS_ADAPTER = process.env.WAY === 'adapter';

export async function findUser(id, warn = console.warn) {
  warn(`user ${id}`);
  note('user', id);
  await (await fetch(process.env.UPSTREAM)).text();
  return { id };
}

export function fail() {
  throw new TypeError('broken');
}
