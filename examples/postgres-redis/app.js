// A shop with PostgreSQL and Redis. Its queries are recorded without configuration.
//
// Open /products/1 twice and compare the two profiles: the second answer comes from Redis. The profile of /orders points out
// an N+1 query, with the line below that makes it.
import express from 'express';
import { gatebook } from 'gatebook/express';
import pg from 'pg';
import { createClient } from 'redis';

const database = new pg.Pool({
  connectionString: process.env.DATABASE_URL ?? 'postgres://shop:shop@127.0.0.1:5432/shop',
});
const cache = createClient({
  url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  socket: { reconnectStrategy: false },
});

try {
  await cache.connect();
  await database.query(`
    CREATE TABLE IF NOT EXISTS products (id int PRIMARY KEY, name text NOT NULL, price int NOT NULL);
    CREATE TABLE IF NOT EXISTS orders (id serial PRIMARY KEY, product_id int NOT NULL REFERENCES products);
    INSERT INTO products VALUES (1, 'Teapot', 2400), (2, 'Cup', 600) ON CONFLICT DO NOTHING;`);
} catch (error) {
  console.error(`${error.message || error.code}
This example needs PostgreSQL and Redis. With Docker: docker compose -f examples/postgres-redis/compose.yaml up --wait
Without: set DATABASE_URL and REDIS_URL.`);
  process.exit(1);
}

const app = express();
gatebook(app);

app.get('/', (_request, response) => response.send('Try /products/1 and /orders, then see /_profiler'));

app.get('/products/:id', async (request, response) => {
  const key = `product:${request.params.id}`;
  const cached = await cache.get(key);
  if (cached !== null) return response.type('json').send(cached);
  const { rows } = await database.query('SELECT * FROM products WHERE id = $1', [request.params.id]);
  if (rows.length === 0) return response.status(404).json({ error: 'No such product' });
  await cache.set(key, JSON.stringify(rows[0]), { EX: 60 });
  response.json(rows[0]);
});

app.post('/products/:id/orders', async (request, response) => {
  const { rows } = await database.query('INSERT INTO orders (product_id) VALUES ($1) RETURNING id', [
    request.params.id,
  ]);
  response.status(201).json(rows[0]);
});

app.get('/orders', async (_request, response) => {
  const { rows } = await database.query('SELECT * FROM orders ORDER BY id DESC LIMIT 20');
  for (const order of rows) {
    const found = await database.query('SELECT name FROM products WHERE id = $1', [order.product_id]);
    order.product = found.rows[0]?.name;
  }
  response.json(rows);
});

const port = Number(process.env.PORT ?? 3000);
app.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
