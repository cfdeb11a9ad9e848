// The service that customers see. It asks the other one what is in stock.
import express from 'express';
import { gatebook } from 'gatebook/express';

const app = express();
gatebook(app, { service: 'orders' });

app.post('/orders/:product', async (request, response) => {
  const { traceparent } = request.headers;
  const answer = await fetch(`${process.env.STOCK_URL}/stock/${encodeURIComponent(request.params.product)}`, {
    headers: traceparent ? { traceparent } : {},
  });
  const { left = 0 } = await answer.json();
  if (left === 0) return response.status(409).json({ error: 'Sold out' });
  response.status(201).json({ product: request.params.product });
});

app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));
