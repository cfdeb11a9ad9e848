import { PassThrough } from 'node:stream';
import type Router from '@koa/router';

export function addEvents(router: Router): void {
  /** Which books come back, as it happens. */
  router.get('/events/:shelf', (context) => {
    const stream = new PassThrough();
    let n = 0;
    const timer = setInterval(() => stream.write(`data: {"n":${++n}}\n\n`), 50);
    context.req.on('close', () => {
      clearInterval(timer);
      stream.end();
    });
    context.type = 'text/event-stream';
    context.body = stream;
  });
}
