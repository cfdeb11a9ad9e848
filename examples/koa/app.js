// Koa with @koa/router: call gatebook(app) before app.use().
import Router from '@koa/router';
import { gatebook } from 'gatebook/koa';
import Koa from 'koa';

const app = new Koa();
gatebook(app);

const router = new Router();
router.get('/', (ctx) => {
  ctx.body = 'Hello. Every request is recorded: see /_profiler';
});
router.get('/users/:id', (ctx) => {
  ctx.body = { id: ctx.params.id };
});
router.get('/broken', () => {
  throw new TypeError('This route always fails');
});
app.use(router.routes());

const port = Number(process.env.PORT ?? 3000);
app.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
