// A shop with one bug at a time: GET /switch?bug=NAME turns it on. Orders have queries, an outgoing call and logs.
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from 'gatebook';
import { gatebook } from 'gatebook/http';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table orders (id integer primary key, title text, customer text);
  create table lines (order_id integer, product_id integer);
  create table products (id integer primary key, price integer);
  create table rates (currency text, rate real);
  insert into orders values (1, 'First', 'ana');
  insert into rates values ('EUR', 1);
`);
for (let id = 1; id <= 20; id++) {
  database.prepare('insert into products values (?, ?)').run(id, id);
  database.prepare('insert into lines values (1, ?)').run(id);
}

let bug = process.env.BUG ?? '';
const port = Number(process.env.PORT ?? 3000);

async function order(id) {
  const column = bug === 'bad-query' ? 'titel' : 'title';
  const [found] = database.prepare(`select ${column} from orders where id = ?`).all(id);
  const owner = bug === 'exception' ? undefined : { name: 'ana' };
  const { name } = { name: owner.name };
  if (bug === 'status') return null;
  const ids = database.prepare('select product_id from lines where order_id = ?').all(id);
  const prices = productPrices(ids.map(({ product_id }) => product_id));
  if (bug === 'slow') await sleep(400);
  const rates = await fetch(`http://127.0.0.1:${port}/rates`);
  if (bug === 'log') console.warn('no rates for EUR, using 1');
  if (bug !== 'skipped') database.prepare('select * from rates where currency = ?').all('EUR');
  const total = bug === 'value' ? 0 : prices.reduce((sum, price) => sum + price, 0);
  return {
    id,
    title: found.title,
    ...(bug !== 'field' && { customer: name }),
    total,
    rates: rates.ok ? 'new' : 'old',
  };
}

function productPrices(ids) {
  if (bug === 'n+1')
    return ids.map((id) => database.prepare('select * from products where id = ?').get(id).price);
  database.prepare('select * from products where id = ?').get(ids[0]);
  return database
    .prepare('select price from products join lines on id = product_id where order_id = 1')
    .all()
    .map(({ price }) => price);
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://shop');
  if (pathname === '/switch') {
    bug = searchParams.get('bug');
    response.end();
  } else if (pathname === '/rates') {
    response.statusCode = bug === 'failed-call' ? 503 : 200;
    response.end('1');
  } else {
    try {
      const found = await order(Number(pathname.split('/')[2]));
      response.statusCode = found ? 200 : 404;
      response.setHeader('content-type', bug === 'header' ? 'text/html' : 'application/json');
      response.end(JSON.stringify(found));
    } catch (error) {
      report(error);
      response.writeHead(500).end();
    }
  }
});
gatebook(server);
server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}`));
