import { Agent, createServer, get } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import { Pool } from 'undici';

/** Another host, which is not recorded. */
export async function startHosts() {
  const server = createServer((_request, response) => {
    response.write('first ');
    setTimeout(() => response.end('last'), Math.random() * 4);
  });
  server.keepAliveTimeout = 60_000;
  const http2 = createHttp2Server((_request, response) => response.end('body'));
  for (const host of [server, http2]) await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
  return { server, http2 };
}

/** Outgoing calls on one connection each, which a request opens. */
export function callRoutes(hosts) {
  const url = `http://127.0.0.1:${hosts.server.address().port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const pool = new Pool(url, { connections: 1 });
  let session;

  const routes = {
    async 'http.Agent'(probe) {
      await new Promise((resolve, reject) => {
        const request = get(probe.url(url), { agent }, (response) => {
          probe.mark('response');
          response.once('data', () => probe.mark('data'));
          response.on('end', () => {
            probe.mark('end');
            resolve();
          });
        });
        request.on('socket', () => probe.mark('socket'));
        request.on('error', reject);
      });
      probe.mark('done');
    },
    async 'http errors'(probe) {
      await new Promise((resolve) =>
        // Nothing listens on this port.
        get(probe.url('http://127.0.0.1:1')).on('error', () => {
          probe.mark('error');
          resolve();
        }),
      );
      await new Promise((resolve) => {
        const request = get(probe.url(url), { timeout: 1, agent: false }, (response) => {
          response.resume().on('close', resolve);
        });
        request.on('timeout', () => {
          probe.mayMark('timeout');
          request.destroy();
        });
        request.on('error', () => {
          probe.mayMark('destroyed');
          resolve();
        });
      });
    },
    async 'undici Pool'(probe) {
      const path = new URL(probe.url(url)).pathname;
      const { body } = await pool.request({ path, method: 'GET' });
      probe.mark('response');
      body.once('data', () => probe.mark('data'));
      await new Promise((resolve) =>
        body.on('end', () => {
          probe.mark('end');
          resolve();
        }),
      );
      probe.spans++;
      await probe.called('request', (done) =>
        pool.request({ path, method: 'GET' }, (error, response) => {
          if (error) return done(error);
          response.body.resume().on('end', done);
        }),
      );
    },
    async fetch(probe) {
      const response = await fetch(probe.url(url));
      probe.mark('response');
      await response.text();
      probe.mark('body');
    },
    async 'http2 session'(probe) {
      session ??= connect(`http://127.0.0.1:${hosts.http2.address().port}`);
      await new Promise((resolve, reject) => {
        const stream = session.request({ ':path': `/${probe.word}` });
        stream.on('response', () => probe.mark('response'));
        stream.on('error', reject);
        stream.resume().on('end', () => {
          probe.mark('end');
          resolve();
        });
      });
    },
  };
  async function close() {
    agent.destroy();
    session?.destroy();
    await pool.destroy();
    hosts.server.closeAllConnections();
    for (const host of [hosts.server, hosts.http2]) host.close();
  }
  return { routes, close };
}
