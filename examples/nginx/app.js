// An app behind nginx. Without trustProxy every client would be nginx; with it, the address, the protocol and the host that
// nginx passes on are recorded, and what a client claims about itself is not.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { gatebook } from 'gatebook/express';

const port = Number(process.env.PORT ?? 3000);
const appPort = Number(process.env.APP_PORT ?? port + 1);

const app = express();
gatebook(app, { trustProxy: ['127.0.0.1', '::1'] });

app.get('/', (_request, response) => response.send('Hello. Every request is recorded: see /_profiler'));
app.get('/users/:id', (request, response) => response.json({ id: request.params.id }));

const server = app.listen(appPort, '127.0.0.1');
await once(server, 'listening');

// nginx itself, with nginx.conf next to this file. In production it is a service of its own.
const folder = mkdtempSync(join(tmpdir(), 'gatebook-nginx-'));
const config = readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
  .replaceAll('127.0.0.1:3001', `127.0.0.1:${appPort}`)
  .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
writeFileSync(join(folder, 'nginx.conf'), config);
const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], { stdio: 'inherit' });
nginx.once('error', () => console.error('This example needs nginx: apt-get install nginx-light'));
nginx.once('close', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
// nginx ends, then this process does.
process.once('SIGINT', () => nginx.kill('SIGQUIT')).once('SIGTERM', () => nginx.kill('SIGQUIT'));

for (let attempt = 0; attempt < 100 && !(await accepts(port)); attempt++) await sleep(50);
console.log(`Listening on http://127.0.0.1:${port}`);

async function accepts(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
