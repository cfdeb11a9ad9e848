// Express: one line records every request, also those that fail or match no route.
import express from 'express';
import { gatebook } from 'gatebook/express';

const app = express();
gatebook(app);

app.get('/', (_request, response) => response.send('Hello. Every request is recorded: see /_profiler'));
app.get('/users/:id', (request, response) => response.json({ id: request.params.id }));
app.get('/broken', () => {
  throw new TypeError('This route always fails');
});

const port = Number(process.env.PORT ?? 3000);
app.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
