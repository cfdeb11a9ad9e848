/// <reference types="fastify" preserve="true" />
import { attach } from './attach.ts';
import type { Gatebook } from './gatebook.ts';
import type { GatebookOptions } from './options/options.ts';
import { type FastifyApp, fastifyAdapter } from './record/adapters/fastify.ts';

export type { Gatebook, GatebookOptions };

// Fastify's types are needed only here: an app that imports this file has Fastify installed.
declare module 'fastify' {
  interface FastifyInstance {
    gatebook: Gatebook;
  }
}

interface PluginHost extends FastifyApp {
  decorate(name: string, value: unknown): unknown;
}

/**
 * A Fastify plugin for versions 4 and 5: records every request of the app and serves the page at `/_profiler`. The book is
 * `app.gatebook`.
 * @example
 * await app.register(gatebook, { keep: { age: '7d' } });
 */
export async function gatebook(app: PluginHost, options?: GatebookOptions): Promise<void> {
  const book = attach(fastifyAdapter, app, options);
  app.decorate('gatebook', book);
  (app.addHook as (name: string, hook: () => Promise<void>) => unknown).call(app, 'onClose', () =>
    book.close(),
  );
}

// Registers the plugin on the whole app, not in a scope of its own.
Object.assign(gatebook, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'gatebook',
});
