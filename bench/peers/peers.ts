import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { GatebookOptions } from '../../src/options/options.ts';
import type { Work } from '../record/answer-parent.ts';
import { bookWork } from '../record/book-work.ts';
import { PRODUCT, ROUTES } from '../record/shop.ts';

export interface Setting {
  /** Where the packages of the peer are installed. */
  readonly folder: string;
  /** For what the peer or the book writes. */
  readonly data: string;
  readonly with: 'nothing' | 'gatebook' | 'peer';
  /** A server that accepts everything, for peers that send what they record. */
  readonly sink: string;
}

export interface App extends Omit<Work, 'port'> {
  readonly server: Server;
}

export interface Peer {
  readonly framework: string;
  /** Exact versions, so that two runs compare the same. */
  readonly packages: readonly string[];
  /** Versions that the peer does not ask for, with the reason. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** What it does with a request. */
  readonly does: string;
  start(setting: Setting): Promise<App>;
}

export const PEERS: Readonly<Record<string, Peer>> = {
  'swagger-stats': {
    framework: 'Express',
    packages: ['swagger-stats@0.99.7', 'prom-client@14.2.0', 'express@5.3.0'],
    does: 'counts requests by route and keeps the last 100 errors and slowest requests in memory',
    start: (setting) =>
      startExpress(setting, (app, load) =>
        app.use(load<{ getMiddleware(options: object): object }>('swagger-stats').getMiddleware({})),
      ),
  },
  'Sentry for Spotlight': {
    framework: 'Express',
    packages: ['@sentry/node@11.11.0', 'express@5.3.0'],
    does: 'traces every request and sends it to Spotlight; here to a server that accepts everything',
    start(setting) {
      // Before Express is loaded, as its docs ask for.
      if (setting.with === 'peer')
        loader(setting.folder)<{ init(options: object): void }>('@sentry/node').init({
          dsn: 'http://key@127.0.0.1/1',
          // Nothing goes to Sentry itself.
          transport: () => ({ send: async () => ({}), flush: async () => true }),
          spotlight: setting.sink,
          tracesSampleRate: 1,
        });
      return startExpress(setting, () => {});
    },
  },
  'nestjs-telescope': {
    framework: 'Nest',
    packages: [
      '@dudousxd/nestjs-telescope@1.26.0',
      '@nestjs/common@12.4.2',
      '@nestjs/core@12.4.2',
      '@nestjs/platform-express@12.4.2',
      'reflect-metadata@0.2.2',
      'rxjs@7.8.2',
    ],
    // Version 11, which it asks for, has no binary for Node 26.
    overrides: { 'better-sqlite3': '13.0.3' },
    does: 'writes every request to SQLite on the thread of the app',
    start: startNest,
  },
};

type Load = <T>(name: string) => T;
interface ExpressApp {
  use(handler: object): void;
  get(path: string, handler: (request: unknown, response: { json(body: object): void }) => void): void;
}

function loader(folder: string): Load {
  return createRequire(join(folder, 'package.json')) as Load;
}

async function startExpress(setting: Setting, attach: (app: ExpressApp, load: Load) => void): Promise<App> {
  const load = loader(setting.folder);
  const app = load<() => ExpressApp>('express')();
  if (setting.with === 'peer') attach(app, load);
  for (const route of ROUTES) app.get(route, (_request, response) => response.json(PRODUCT));
  const server = createServer(app as unknown as RequestListener);
  return setting.with === 'gatebook' ? { server, ...(await record('express', app, setting)) } : { server };
}

type Decorator = (...args: unknown[]) => void;

async function startNest(setting: Setting): Promise<App> {
  const require = createRequire(join(setting.folder, 'package.json'));
  const load = async (name: string) => import(pathToFileURL(require.resolve(name)).href);
  await load('reflect-metadata');
  const { Controller, Get, Module } = (await load('@nestjs/common')) as Record<
    string,
    (options?: unknown) => Decorator
  >;
  if (!Controller || !Get || !Module) throw new Error('@nestjs/common has changed.');
  // Decorators by hand, because their syntax needs a compiler.
  class Shop {}
  for (const route of ROUTES) {
    Object.assign(Shop.prototype, { [route]: () => PRODUCT });
    Get(route)(Shop.prototype, route, Object.getOwnPropertyDescriptor(Shop.prototype, route));
  }
  Controller()(Shop);
  const path = join(setting.data, 'telescope.db');
  const imports: unknown[] = [];
  if (setting.with === 'peer') {
    const { TelescopeModule, SqliteStorageProvider } = await load('@dudousxd/nestjs-telescope');
    const storage = new SqliteStorageProvider({ path });
    imports.push(TelescopeModule.forRoot({ storage, prune: { after: '1h' } }));
  }
  class Root {}
  Module({ imports, controllers: [Shop] })(Root);
  const { NestFactory } = await load('@nestjs/core');
  const app = await NestFactory.create(Root, { logger: false });
  const book = setting.with === 'gatebook' ? await record('nest', app, setting) : {};
  await app.init();
  const kept = () => {
    const db = new DatabaseSync(path, { readOnly: true });
    const count = Number(
      db.prepare("SELECT count(*) AS n FROM telescope_entries WHERE type = 'request'").get()?.n,
    );
    db.close();
    return count;
  };
  return { server: app.getHttpServer(), ...book, ...(setting.with === 'peer' && { kept }) };
}

/** With the details of all requests, because the peers keep them too. What users run: the built package. */
async function record(
  name: 'express' | 'nest',
  app: unknown,
  { data }: Setting,
): Promise<Omit<App, 'server'>> {
  const { gatebook } = (await import(new URL(`../../dist/${name}.js`, import.meta.url).href)) as {
    gatebook(app: unknown, options: GatebookOptions): import('../../src/gatebook.ts').Gatebook;
  };
  const book = gatebook(app, {
    storage: `sqlite:${join(data, 'book')}`,
    details: 'all',
    key: 'key-of-the-benchmark',
  });
  return bookWork(book);
}
