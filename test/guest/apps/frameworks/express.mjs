import express from 'express';
import { fail, findUser, HAS_ADAPTER, HTML, PORT } from './handlers.mjs';

const app = express();
if (HAS_ADAPTER) (await import('gatebook/express')).gatebook(app);

app.get('/users/:id', (request, response, next) => {
  findUser(request.params.id).then((user) => response.json(user), next);
});
app.get('/broken/:id', fail);
app.get('/page', (_request, response) => response.send(HTML));
app.listen(PORT, '127.0.0.1');
