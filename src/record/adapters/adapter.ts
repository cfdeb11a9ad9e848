import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Connects Gatebook to a framework. Pass it to `attach` from `gatebook/adapter` to get a book for an app.
 *
 * @see docs/extending.md
 */
export interface Adapter<App extends object> {
  /** The framework, as error messages name it. */
  readonly name: string;
  /** What `app` must be, as error messages put it: `the app that express() returns`. */
  readonly expects: string;
  /** Checks `app` before anything is started. */
  isApp(app: unknown): boolean;
  /** Hooks into the app. Called once per app. */
  attach(app: App, host: AdapterHost): void;
}

/** What Gatebook offers to an adapter. None of it throws. */
export interface AdapterHost {
  /** Records every request of a server from now on, including those that Node refuses. */
  watch(server: object): void;
  /** Watches any server that has this function as its request listener, as soon as it listens. */
  watchListener(listener: object): void;
  /**
   * Call it if the app learns its server only from its first request: the link is then printed for the next server that listens
   * and belongs to no other book.
   */
  expectServer(): void;
  /** The recording of a request that the app handles; `undefined` if it is not recorded. Call it first for each request. */
  record(request: IncomingMessage, response: ServerResponse): RequestRecording | undefined;
  /**
   * Responds to a request for Gatebook's own page. If it returns `true`, the app must not handle the request. It returns a
   * promise only if the option `authorize` does.
   */
  servePage(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>;
}

/** A request that is being recorded, as an adapter sees it. */
export interface RequestRecording {
  /** Returns the matched route, such as `/users/:id`, or an empty string. Called when the request has ended. */
  route: ((failed: boolean) => string) | null;
  /** Returns what the framework keeps as the user, if that is not `user` of Node's request. Called when the request has ended. */
  user: (() => unknown) | null;
  /** A route handler starts. `route` is called when the request has ended. */
  enterRoute(route: () => string): void;
  /** The framework's error handling starts. Pass `null` for its not-found handling. Only the first call counts. */
  startErrorStage(error: unknown): void;
  /** An error handler passed the request on: the error stage will not be what responds. */
  recover(): void;
  /** No route responded. If the status turns out to be 404, what runs from now on is recorded as an error stage. */
  startNotFound(): void;
}

/** Runs the app's own handling, unless the page has taken the request. */
export function unlessServed(served: boolean | Promise<boolean>, handle: () => unknown): unknown {
  if (typeof served === 'boolean') return served ? undefined : handle();
  return served.then((isServed) => (isServed ? undefined : handle()));
}

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
