// What the apps share: node APP.mjs [PLATFORM], with WAY=adapter for a line of code.
import { FAILURES, failureOf } from './failures.mjs';
import { note, noteError } from './notes.mjs';

export const HAS_ADAPTER = process.env.WAY === 'adapter';

/** Fails as the path says. */
export function run(request, response) {
  return failureOf(request)(request, response);
}

export function ready(server) {
  const say = () => console.log(`ready ${server.address().port} ${JSON.stringify(Object.keys(FAILURES))}`);
  if (server.listening) say();
  else server.once('listening', say);
}

process.on('uncaughtException', (error) => {
  note('uncaught');
  noteError(error);
});
