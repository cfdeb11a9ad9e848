import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { intercept } from '../http/listeners.ts';
import { type Adapter, type AdapterHost, unlessServed } from './adapter.ts';

/** A server without a framework has no error stage. */
export const nodeServerAdapter: Adapter<EventEmitter> = {
  name: 'Node server',
  expects: 'a server of node:http, node:https or node:http2',
  isApp: (server) => server instanceof EventEmitter,
  attach(server, host) {
    host.watch(server);
    servePage(server, host);
  },
};

/** For a process without a server, which records jobs only. */
export const noServerAdapter: Adapter<object> = {
  name: 'No server',
  expects: 'an object',
  isApp: () => true,
  attach() {},
};

/** Serves the page before the server's own listeners run. */
export function servePage(server: EventEmitter, host: AdapterHost): void {
  const passed = new WeakSet<IncomingMessage>();
  intercept(server, {
    request(request: IncomingMessage, response: ServerResponse) {
      if (typeof request?.url !== 'string' || passed.has(request)) return false;
      const served = host.servePage(request, response);
      if (typeof served === 'boolean') return served;
      void unlessServed(served, () => {
        passed.add(request);
        server.emit('request', request, response);
      });
      return true;
    },
  });
}
