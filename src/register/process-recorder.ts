import type { EventEmitter } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { checkApp, isAttached, markAttached } from '../attach.ts';
import { messageOf } from '../errors.ts';
import { createGatebook, type Gatebook } from '../gatebook.ts';
import { type Logger, STDERR, safeLogger } from '../logger.ts';
import { readConfigFile } from '../options/config-file.ts';
import { mergeOptions, misspelledVariables, resolveWithEnvironment } from '../options/environment.ts';
import type { GatebookOptions, ResolvedOptions } from '../options/options.ts';
import type { Adapter, AdapterHost } from '../record/adapters/adapter.ts';
import { createLateHost, type LateHost } from '../record/adapters/adapter.ts';
import { expressAdapter } from '../record/adapters/express.ts';
import { fastifyAdapter } from '../record/adapters/fastify.ts';
import { findHono, findNest } from '../record/adapters/find-frameworks.ts';
import { honoAdapter } from '../record/adapters/hono.ts';
import { koaAdapter } from '../record/adapters/koa.ts';
import { nestAdapter } from '../record/adapters/nest.ts';
import { nodeServerAdapter } from '../record/adapters/node-http.ts';
import { isWatched } from '../record/recorder.ts';
import { unmetRequirement } from '../requirements.ts';

/** What `gatebook/register` uses as soon as there is something to record. */
export interface ProcessRecorder {
  open(): void;
  attach(adapter: object, app: object, options: object | undefined): Gatebook;
  /** A server is about to listen. The stack has the code that asked for it. */
  onListen(): void;
  /** A server listens. Nothing has reached it yet. */
  onListening(server: object): void;
  onFastify(app: object): void;
  /** Returns whether the app is new. */
  onExpress(app: object): boolean;
  onKoa(app: object): boolean;
  /** The logger of the book, once it is open. */
  logger(): Logger;
}

type AnyAdapter = Adapter<never>;

const ADAPTERS: readonly AnyAdapter[] = [
  nodeServerAdapter,
  expressAdapter,
  fastifyAdapter,
  koaAdapter,
  honoAdapter,
  nestAdapter,
];

/** The book of the process, while it is open. */
interface OpenBook {
  readonly book: Gatebook;
  readonly host: AdapterHost;
  /** The options that it was opened with. */
  readonly options: GatebookOptions;
  readonly resolved: ResolvedOptions;
  /** How many calls of `gatebook()` have not closed it. */
  users: number;
}

/**
 * Records all servers of a process in one book, and finds the apps behind them. The book is opened when the first server
 * listens, or by the first `gatebook(app)`, whose options then count.
 */
export function createProcessRecorder(readConfig: () => GatebookOptions = readConfigFile): ProcessRecorder {
  /** Apps that were found, not passed to `gatebook()`. */
  const found = new WeakMap<object, LateHost>();
  let current: OpenBook | null = null;
  let hasFailed = false;

  function configured(): GatebookOptions {
    const config = readConfig();
    // The key that a book in ClickHouse needs is often in a variable.
    resolveWithEnvironment(config, {}, { GATEBOOK_KEY: process.env.GATEBOOK_KEY });
    return config;
  }

  const logger = () => current?.resolved.logger ?? STDERR;

  /** For `gatebook()`, which must not throw for a file that its caller may not know. */
  function configuredOrNothing(logger: Logger): GatebookOptions {
    try {
      return configured();
    } catch (error) {
      logger.warn(`${messageOf(error)} The file is not used.`);
      return {};
    }
  }

  function openBook(given: GatebookOptions, config: GatebookOptions): OpenBook {
    const resolved = resolveWithEnvironment(given, config);
    const { book, host } = createGatebook(resolved, () => {});
    return { book, host, options: mergeOptions(given, config), resolved, users: 0 };
  }

  function open(): OpenBook | null {
    if (current || hasFailed) return current;
    try {
      const problem = unmetRequirement();
      if (problem !== null) throw new Error(problem);
      current = openBook({}, configured());
      for (const [name, meant] of misspelledVariables(process.env))
        current.resolved.logger.warn(`Unknown environment variable ${name}. Did you mean ${meant}?`);
    } catch (error) {
      hasFailed = true;
      STDERR.warn(`${messageOf(error)} Nothing is recorded. Your app is not affected.`);
    }
    return current;
  }

  function attach(foreign: object, app: object, options: object = {}): Gatebook {
    // The adapter of another copy of this package would not find the recordings of this one.
    const { name } = foreign as AnyAdapter;
    const adapter = (ADAPTERS.find((own) => own.name === name) ?? foreign) as Adapter<object>;
    checkApp(adapter, app);
    const given = options as GatebookOptions;
    const config = configuredOrNothing(given.logger ? safeLogger(given.logger) : logger());
    resolveWithEnvironment(given, config);
    const joined = current && isSameBook(current, given) ? current : null;
    if (joined) reportUnused(joined, given);
    const opened = joined ?? openBook(given, config);
    current ??= opened;
    const release = markAttached(app);
    const host = found.get(app);
    if (host) {
      if (opened !== current) host.bind(opened.host);
    } else if (!joined || !isWatched(app)) adapter.attach(app, opened.host);
    return share(opened, release);
  }

  /** The book as one of several users sees it: it is closed when all of them have closed it. */
  function share(opened: OpenBook, release: () => void): Gatebook {
    let closing: Promise<void> | null = null;
    opened.users++;
    return {
      ...opened.book,
      close() {
        if (closing) return closing;
        release();
        opened.users--;
        if (opened.users > 0) closing = opened.book.flush();
        else {
          if (current === opened) current = null;
          closing = opened.book.close();
        }
        return closing;
      },
    };
  }

  /** Attaches to an app of the process. Returns whether the app is new. */
  function find(adapter: Adapter<never>, app: object): boolean {
    if (found.has(app) || isAttached(app)) return false;
    const host = createLateHost(() => current?.host ?? null);
    found.set(app, host);
    (adapter as Adapter<object>).attach(app, host);
    return true;
  }

  return {
    open: () => void open(),
    attach,
    onListen: findNest,
    onListening(server) {
      const opened = open();
      if (!opened) return;
      const isHono = findHono(server as EventEmitter);
      if (isWatched(server)) return;
      nodeServerAdapter.attach(server as EventEmitter, isHono ? startUnrouted(opened.host) : opened.host);
      for (const listener of (server as EventEmitter).listeners('request'))
        if (expressAdapter.isApp(listener)) find(expressAdapter, listener);
    },
    onFastify(app) {
      findNest();
      find(fastifyAdapter, app);
    },
    onExpress: (app) => current !== null && find(expressAdapter, app),
    onKoa: (app) => find(koaAdapter, app),
    logger,
  };
}

/** A host for a server that says when a handler of a route starts, but not when it has none. */
function startUnrouted(host: AdapterHost): AdapterHost {
  return {
    ...host,
    servePage(request, response) {
      const served = host.servePage(request, response);
      if (served === false) host.record(request, response)?.startNotFound();
      return served;
    },
  };
}

/** A `gatebook()` with a storage of its own has its own book. */
function isSameBook({ resolved }: OpenBook, { storage }: GatebookOptions): boolean {
  return storage === undefined || storage === resolved.storage;
}

function reportUnused({ options, resolved }: OpenBook, given: GatebookOptions): void {
  const unused = (Object.keys(given) as (keyof GatebookOptions)[]).filter(
    (name) => name !== 'storage' && !isDeepStrictEqual(given[name], options[name]),
  );
  if (unused.length > 0)
    resolved.logger.warn(
      `The book of this process was open before gatebook() was called with ${unused.join(', ')}, so these options are not used. ` +
        'Set them in gatebook.config.js, or call gatebook() before the first server listens.',
    );
}
