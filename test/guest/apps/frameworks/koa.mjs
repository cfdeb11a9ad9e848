import Router from '@koa/router';
import Koa from 'koa';
import { fail, findUser, HAS_ADAPTER, HTML, PORT } from './handlers.mjs';

const app = new Koa();
if (HAS_ADAPTER) (await import('gatebook/koa')).gatebook(app);

const router = new Router();
router.get('/users/:id', async (context) => {
  context.body = await findUser(context.params.id);
});
router.get('/broken/:id', fail);
router.get('/page', (context) => {
  context.body = HTML;
});
app.use(router.routes());
app.listen(PORT, '127.0.0.1');
