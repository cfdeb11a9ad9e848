import { Router } from 'express';

export const stream = Router();

/** The state of an order, as it changes. */
stream.get('/orders/:id', (request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  let n = 0;
  const timer = setInterval(() => response.write(`data: {"id":${request.params.id},"n":${++n}}\n\n`), 50);
  request.on('close', () => clearInterval(timer));
});
