import type { EventEmitter } from 'node:events';
import { dirname, join, sep } from 'node:path';
import { requireFrom } from '../../package-files.ts';
import { captureCall } from '../call-site.ts';
import { loadedModules, loadFromApp } from '../instrumentation/patching/loaded-modules.ts';
import { observeRouterClass, type RouterClass } from './hono-handlers.ts';
import { observeExceptionsHandler } from './nest.ts';

/** The file of a frame in one of Nest's platforms. Its path may have spaces and brackets. */
const NEST_FRAME =
  /(?:\(|^ +at (?:async )?)((?:file:\/\/|[A-Za-z]:[\\/]|\/).*?[\\/]@nestjs[\\/]platform-(?:express|fastify)[\\/].+?):\d+:\d+\)?$/m;

/**
 * Observes the exceptions layer of Nest, if Nest is what creates a Fastify app or listens right now. Its Express or Fastify
 * app is found like any other. ES modules are not in `require.cache`, but the stack has the path of the right copy.
 */
export function findNest(): void {
  // Every app of Nest loads reflect-metadata.
  if (!('getMetadata' in Reflect)) return;
  const file = nestFile(String(captureCall().stack));
  if (file === undefined) return;
  try {
    const { ExceptionsHandler } = requireFrom(file)('@nestjs/core/exceptions/exceptions-handler.js');
    observeExceptionsHandler(ExceptionsHandler.prototype);
  } catch {
    // Another version, with other files.
  }
}

/** The file of Nest in a stack. */
export function nestFile(stack: string): string | undefined {
  return NEST_FRAME.exec(stack)?.[1];
}

/** How the listener of @hono/node-server calls its app. */
const NODE_SERVER = /\bfetchCallback\(/;
/** What `Hono` of hono, hono/quick and hono/tiny have as their router. */
const ROUTERS = { 'smart-router': 'SmartRouter', 'pattern-router': 'PatternRouter' } as const;

/**
 * Whether a server serves a Hono app. The app is hidden, but all apps have a router of the same class, and the app's handlers
 * are in it.
 */
export function findHono(server: EventEmitter): boolean {
  const isNodeServer = (listener: unknown) => NODE_SERVER.test(Function.prototype.toString.call(listener));
  if (!server.listeners('request').some(isNodeServer)) return false;
  for (const entry of new Set(loadFromApp((require) => require.resolve('hono')))) {
    const folder = entry.slice(0, entry.lastIndexOf(`${sep}hono${sep}`) + 5);
    for (const [router, name] of Object.entries(ROUTERS)) {
      try {
        const file = join('router', router, 'router.js');
        const path = loadedModules()[entry] ? join(dirname(entry), file) : join(folder, 'dist', file);
        const { [name]: routerClass } = requireFrom(path)(path) as Record<string, RouterClass | undefined>;
        if (routerClass) observeRouterClass(routerClass);
      } catch {
        // Another version, with other files.
      }
    }
  }
  return true;
}
