import { createServer } from 'node:http';
import { gatebook } from '../../../src/express.ts';
import {
  type Any,
  failure,
  listen,
  ODD_ERRORS,
  type RunningServer,
  SERVER_OPTIONS,
  type Variant,
} from '../running-server.ts';
import { copyType, stream } from './node.ts';

export async function startExpress(
  express: Any,
  { customHandlers, host, ...options }: Variant = {},
): Promise<RunningServer> {
  const app = express();
  const book = gatebook(app, { storage: 'memory:', ...options });
  app.set('env', 'test');
  app.get('/ok', (_request: Any, response: Any) => response.send('ok'));
  app.get('/users/:id', (request: Any, response: Any) => response.json({ id: request.params.id }));
  app.get('/throws', () => {
    throw failure();
  });
  app.get('/rejects', (_request: Any, _response: Any, next: Any) => next(new TypeError('rejected')));
  app.get('/after', (_request: Any, response: Any) => {
    response.write('part');
    throw failure();
  });
  for (const [path, createError] of Object.entries(ODD_ERRORS))
    app.get(path, () => {
      throw createError();
    });
  app.get('/gone', (_request: Any, response: Any) => response.status(404).send('gone'));
  app.get('/slow', () => {});
  app.get('/late', (_request: Any, response: Any) => response.write('begun'));
  app.get('/later', (_request: Any, response: Any) => setTimeout(() => response.send('later'), 100));
  app.get('/stream', (_request: Any, response: Any) => stream(response));
  app.get('/empty', (_request: Any, response: Any) => response.status(204).end());
  app.get('/unchanged', (_request: Any, response: Any) => response.status(304).end());
  app.get('/hints', (_request: Any, response: Any) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    response.send('hinted');
  });
  app.post('/echo', (request: Any, response: Any) => {
    copyType(request, response);
    request.pipe(response);
  });
  if (customHandlers) {
    app.use((_request: Any, response: Any) => response.status(404).send('own 404'));
    app.use((_error: Any, _request: Any, response: Any, _next: Any) => response.status(503).send('own 503'));
  }
  return listen(createServer(SERVER_OPTIONS, app), book, host);
}
