import express from 'express';
import { gatebook } from '../../src/express.ts';

/** What the README shows, as `npm run typecheck` sees it: no cast may be needed. */
export function recordedExpress() {
  const app = express();
  const book = gatebook(app, { storage: 'memory:' });
  app.get('/', (_request, response) => {
    response.send('Hello');
  });
  return { app, book };
}

// @ts-expect-error A bare listener is no Express app.
export const refused = () => gatebook((_request: unknown, _response: unknown) => {});
