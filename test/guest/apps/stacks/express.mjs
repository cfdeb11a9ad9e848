// Express 4 passes on no rejections: its apps catch them.
import { noteError } from './notes.mjs';
import { HAS_ADAPTER, ready, run } from './start.mjs';

const { default: express } = await import(process.argv[2] ?? 'express');
const isOld = process.argv[2] === 'express4';
const app = express();
if (HAS_ADAPTER) (await import('gatebook/express')).gatebook(app);

const handle = isOld
  ? (request, response, next) => void Promise.resolve(run(request, response)).catch(next)
  : (request, response) => run(request, response);
const pass = (_request, _response, next) => next();

app.use(pass);
app.all('/handler/:way', handle);
app.use('/middleware', handle);
app.use(
  '/late',
  async (_request, _response, next) => {
    await null;
    next();
  },
  handle,
);
const inner = express.Router().use(pass).all('/:way', handle);
app.use('/deep', express.Router().use('/router', pass, inner));
app.use('/mounted', express().all('/:way', pass, handle));
app.all('/next/:way', (request, response, next) => {
  Promise.resolve()
    .then(() => run(request, response))
    .catch(next);
});
app.param('failing', (request, response, next) => handle(request, response, next));
app.get('/param/:failing', pass);
app.use(
  '/handled',
  express
    .Router()
    .all('/:way', handle)
    .use((error, _request, response, _next) => {
      noteError(new Error('handled', { cause: error }));
      if (!response.headersSent) response.status(418).send(String(error?.stack));
    }),
);
app.use(
  '/rethrown',
  express
    .Router()
    .all('/:way', handle)
    .use((error, _request, _response, _next) => {
      throw new Error('rethrown', { cause: error });
    }),
);
app.use(
  '/recovered',
  express
    .Router()
    .all('/:way', handle)
    .use((error, _request, _response, next) => {
      noteError(error);
      next();
    }),
  (_request, response, next) => {
    noteError(new Error('after the recovery'));
    if (!response.headersSent) next();
  },
);
app.use((error, _request, _response, next) => {
  noteError(error);
  next(error);
});
ready(app.listen(0, '127.0.0.1'));
