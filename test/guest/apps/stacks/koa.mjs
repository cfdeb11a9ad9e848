import Router from '@koa/router';
import Koa from 'koa';
import { noteError } from './notes.mjs';
import { HAS_ADAPTER, ready, run } from './start.mjs';

const app = new Koa();
if (HAS_ADAPTER) (await import('gatebook/koa')).gatebook(app);

/** Koa responds by itself, and not before the failure. */
const handle = async ({ req, res }) => {
  await run(req, res);
};
const handleSync = ({ req, res }) => run(req, res);
const pass = (_context, next) => next();

app.on('error', (error) => {
  noteError(error);
  app.onerror(error);
});
app.use(pass);
app.use(async (context, next) => {
  await next();
  if (context.path.startsWith('/absent')) noteError(new Error('not found'));
});
app.use((context, next) => (context.path.startsWith('/middleware/') ? handle(context) : next()));
app.use((context, next) => (context.path.startsWith('/sync/') ? handleSync(context) : next()));
if (process.argv[2] === 'catching')
  app.use(async (context, next) => {
    if (!context.path.startsWith('/handled/')) return next();
    try {
      await next();
    } catch (error) {
      noteError(new Error('handled', { cause: error }));
      context.status = 418;
      context.body = String(error?.stack);
    }
  });
const inner = new Router().use(pass).all('/:way', handle);
const router = new Router()
  .all('/handler/:way', handle)
  .all('/handled/:way', handle)
  .all(
    '/late/:way',
    async (_context, next) => {
      await null;
      await next();
    },
    handleSync,
  )
  .use('/deep', new Router().use('/router', inner.routes()).routes());
app.use(router.routes()).use(router.allowedMethods());
ready(app.listen(0, '127.0.0.1'));
