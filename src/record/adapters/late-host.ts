import type { AdapterHost } from './adapter.ts';

/** The host of an app that was found before its book was opened. */
export interface LateHost extends AdapterHost {
  /** From now on, the app is recorded by this host instead of the current one. */
  bind(host: AdapterHost): void;
}

/**
 * Passes each request of an app to the host that is current at that time. Servers are watched, and the page is served, by
 * the process's own recording of servers, unless the app is bound to a host.
 */
export function createLateHost(current: () => AdapterHost | null): LateHost {
  const servers: object[] = [];
  const listeners: object[] = [];
  let bound: AdapterHost | null = null;
  return {
    bind(host) {
      bound = host;
      for (const server of servers) host.watch(server);
      for (const listener of listeners) host.watchListener(listener);
    },
    watch: (server) => (bound ? bound.watch(server) : void servers.push(server)),
    // The process's own recording prints the link.
    expectServer: () => {},
    watchListener: (listener) => (bound ? bound.watchListener(listener) : void listeners.push(listener)),
    record: (request, response) => (bound ?? current())?.record(request, response),
    servePage: (request, response) => bound?.servePage(request, response) ?? false,
  };
}
