// Four workers that share a port and a book.
const cluster = require('node:cluster');
const { createServer } = require('node:http');
const { gatebook } = require('gatebook/http');

if (cluster.isPrimary) {
  for (let n = 0; n < 4; n++) cluster.fork();
  cluster.on('exit', (_worker, code, signal) => console.log(`exit ${signal ?? code}`));
  process.on('SIGTERM', () => cluster.disconnect());
} else {
  const server = createServer((_request, response) => response.end(String(process.pid)));
  gatebook(server);
  server.listen(process.env.PORT);
}
