import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { fail, findUser, HAS_ADAPTER, HTML, PORT } from './handlers.mjs';

const app = new Hono();
if (HAS_ADAPTER) (await import('gatebook/hono')).gatebook(app);

app.get('/users/:id', async (context) => context.json(await findUser(context.req.param('id'))));
app.get('/broken/:id', fail);
app.get('/page', (context) => context.html(HTML));
serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' });
