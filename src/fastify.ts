/// <reference types="fastify" preserve="true" />
import { createGatebook, type Gatebook, type GatebookOptions } from './gatebook.ts';
import { type FastifyApp, recordFastify } from './record/adapters/fastify.ts';

export type { Gatebook, GatebookOptions };

// The types of Fastify are needed here, and only here: whoever imports this file has Fastify.
declare module 'fastify' {
  interface FastifyInstance {
    gatebook: Gatebook;
  }
}

interface PluginHost extends FastifyApp {
  decorate(name: string, value: unknown): unknown;
}

/** A Fastify plugin (4 or 5): records every request of the app and mounts the page at `/_profiler`. */
export async function gatebook(app: PluginHost, options: GatebookOptions = {}): Promise<void> {
  const { book, wiring } = createGatebook(options);
  recordFastify(app, wiring);
  app.decorate('gatebook', book);
  (app.addHook as (name: string, hook: () => Promise<void>) => unknown).call(app, 'onClose', () =>
    book.close(),
  );
}

// The whole app is recorded, not only what is registered inside the plugin.
Object.assign(gatebook, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'gatebook',
});
