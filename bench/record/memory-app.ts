// A small app in a process and a folder of its own, with or without Gatebook. Its parent asks for its resident memory.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatebookOptions } from '../../src/options/options.ts';

const [built = '', optionsText = 'null'] = process.argv.slice(2);
const options = JSON.parse(optionsText) as GatebookOptions | null;
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify({ name: 'Oak table', price: 129, stock: 12 }));
});
server.keepAliveTimeout = 0;
if (options) {
  const { gatebook } = (await import(built)) as typeof import('../../src/http.ts');
  const book = gatebook(server, options);
  process.on('disconnect', () => void book.close().then(() => process.exit()));
} else process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => process.send?.(process.memoryUsage.rss()));
