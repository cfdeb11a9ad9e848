// Hono on @hono/node-server: call gatebook(app) before serve().
import { serve } from '@hono/node-server';
import { gatebook } from 'gatebook/hono';
import { Hono } from 'hono';

const app = new Hono();
gatebook(app);

app.get('/', (c) => c.text('Hello. Every request is recorded: see /_profiler'));
app.get('/users/:id', (c) => c.json({ id: c.req.param('id') }));
app.get('/broken', () => {
  throw new TypeError('This route always fails');
});

const port = Number(process.env.PORT ?? 3000);
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
  console.log(`Listening on http://127.0.0.1:${port}`),
);
