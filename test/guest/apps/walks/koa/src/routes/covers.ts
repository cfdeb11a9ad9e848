import { scryptSync } from 'node:crypto';
import type Router from '@koa/router';
import { ClientError } from '../middleware.ts';

export function addCovers(router: Router): void {
  /** The picture is on another server. */
  router.get('/covers/:id', async (context) => {
    const answer = await fetch(`${process.env.UPSTREAM}/covers/${context.params.id}`);
    if (!answer.ok) throw new ClientError(404, 'No cover');
    context.body = await answer.text();
  });

  /** A link to a cover that can be checked. It takes the processor, and with it everybody else's requests. */
  router.get('/covers/:id/link', (context) => {
    context.body = { signature: signatureOf(String(context.params.id)) };
  });

  router.get('/covers', (context) => {
    context.body = ['1', '2', '3'];
  });
}

function signatureOf(id: string): string {
  const start = Date.now();
  let signature = '';
  while (Date.now() - start < 400) signature = scryptSync(id, 'covers', 32).toString('hex');
  return signature;
}
