// Two services, two processes, one book on a ClickHouse server. Open the page of either: it finds the requests of both.
//
// Each passes the traceparent header on, so trace:ID finds all requests of one order:
//   curl -H "traceparent: 00-$(openssl rand -hex 16)-$(openssl rand -hex 8)-01" -X POST http://127.0.0.1:3000/orders/teapot
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';

const port = Number(process.env.PORT ?? 3000);
const stockPort = Number(process.env.STOCK_PORT ?? port + 1);
const shared = {
  ...process.env,
  GATEBOOK_STORAGE: process.env.GATEBOOK_STORAGE ?? 'clickhouse://gatebook:gatebook@127.0.0.1:8123/shop',
  // A book on a server has no folder to keep a key in. Both services have the same.
  GATEBOOK_KEY: process.env.GATEBOOK_KEY ?? randomBytes(16).toString('base64url'),
};

const services = [];
async function start(name, env) {
  const service = fork(join(import.meta.dirname, `${name}.js`), { env: { ...shared, ...env } });
  services.push(service);
  service.once('exit', (code) => stop(code ?? 1));
  await once(service, 'message');
}

function stop(code) {
  for (const service of services) service.kill();
  process.exitCode ??= code;
}
process.once('SIGINT', () => stop(0)).once('SIGTERM', () => stop(0));

await start('stock', { PORT: stockPort });
await start('orders', { PORT: port, STOCK_URL: `http://127.0.0.1:${stockPort}` });
console.log(`Listening on http://127.0.0.1:${port}`);
