import express from 'express';
import { gatebook } from '../../src/express.ts';

/** The README example must type-check without a cast. */
export function recordedExpress() {
  const app = express();
  const book = gatebook(app, { storage: 'memory:' });
  app.get('/', (_request, response) => {
    response.send('Hello');
  });
  return { app, book };
}

// @ts-expect-error A bare listener is not an Express app.
export const refused = () => gatebook((_request: unknown, _response: unknown) => {});
