// Runs fragments of code of docs/, one file each: node code-globals.mjs FILE... Prints those that throw as JSON.
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gatebook } from 'gatebook/http';
import { pino } from 'pino';
import { queueInstrumentation } from '../../examples/extending/instrumentation.js';
import { openFileStore } from '../../examples/extending/store.js';

process.env.GATEBOOK_STORAGE = 'memory:';
const server = createServer((_request, response) => response.end());
const book = gatebook(server);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
await fetch(`http://127.0.0.1:${server.address().port}/checkout`);
for (let attempt = 0; book.stats().recorded < 1 && attempt < 100; attempt++)
  await new Promise((resolve) => setTimeout(resolve, 10));
await book.flush();

const folder = mkdtempSync(process.env.DOCS_CODE);
Object.assign(globalThis, {
  app: null,
  // A fragment may call it several times with the same app.
  gatebook: (_app, options) => gatebook(createServer(), options),
  book,
  options: { path: 'wrong' },
  mine: { name: 'mine', start: () => () => {} },
  pino,
  queueInstrumentation,
  accounts: { find: async (id) => ({ id }) },
  id: 42,
  tenant: { name: 'acme' },
  error: new Error('out of tea'),
  client: { send: (_message, callback) => callback() },
  message: 'hello',
  render: async () => '',
  sendInvoices: async () => {},
  userIdOf: () => '42',
  isAdmin: () => true,
  userOfSession: async () => ({ role: 'admin' }),
  openFileStore: (name) => openFileStore(join(folder, name)),
  expect: (value) => ({
    toBeLessThan: (limit) => {
      if (!(value < limit)) throw new Error(`${value} is not less than ${limit}`);
    },
  }),
});

const failures = [];
for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(file).href);
  } catch (thrown) {
    failures.push(`${file}: ${thrown?.message ?? thrown}`);
  }
}
console.log(JSON.stringify(failures));
process.exit();
