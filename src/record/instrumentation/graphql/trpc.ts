import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentHeaders } from '../../http/sent-headers.ts';
import { attempt, type BuiltInContext, subscribe } from '../context.ts';
import { loadFromApp } from '../patching/loaded-modules.ts';

interface Finished {
  readonly request: IncomingMessage & { readonly originalUrl?: string };
  readonly response: ServerResponse & { readonly _header?: unknown };
}

/** The name of a procedure, as in `post.byId`. */
const PROCEDURE = /^[A-Za-z_$][\w$-]*(?:\.[\w$-]+)*$/;
const MAX_SEGMENT_LENGTH = 8192;
const BATCH = /[?&]batch=1(?:&|$)/;

/**
 * Calls of tRPC, from the URL of the request: neither its code nor its routers can be reached where the app has imported its
 * ESM build. A response of tRPC 11 is known by its header `vary: trpc-accept`, a call of tRPC 10 by `batch=1`.
 */
export function observeTrpc(context: BuiltInContext): () => void {
  let installed: string | undefined;

  function isCall(url: string, response: Finished['response']): boolean {
    const vary = response.getHeader('vary');
    if (vary !== undefined && String(vary).includes('trpc-accept')) return true;
    installed ??= installedVersion();
    if (installed === '') return false;
    // Fastify and Hono pass headers to `writeHead`. Searching the header block takes time: only apps with tRPC do it.
    const block = vary === undefined ? response._header : undefined;
    if (typeof block === 'string' && block.includes('trpc-accept')) return true;
    return installed.startsWith('10.') && BATCH.test(url);
  }

  return subscribe({
    'http.server.response.finish': (message) => {
      const { request, response } = message as Finished;
      // Every request comes here, and most do not call tRPC.
      if (installed === '' && !response.hasHeader('vary')) return;
      const trail = context.trailOf(response);
      if (!trail || trail.ended) return;
      attempt(trail, () => {
        const url = request.originalUrl ?? request.url ?? '';
        if (!isCall(url, response)) return;
        const type = typeOf(request, response);
        for (const procedure of proceduresOf(url))
          context.startOperation(`${type} ${procedure}`, 'trpc', trail)?.end();
      });
    },
  });
}

/** The procedures are the last segment of the path: several in a batch. */
function proceduresOf(url: string): readonly string[] {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const segment = path.slice(path.lastIndexOf('/') + 1);
  if (segment.length > MAX_SEGMENT_LENGTH) return [];
  const names = decodeURIComponent(segment).split(',');
  return names.every((name) => PROCEDURE.test(name)) ? names : [];
}

/** A query is sent with GET unless the app has set `methodOverride`. */
function typeOf({ method }: IncomingMessage, response: Finished['response']): string {
  if (method !== 'GET') return 'mutation';
  return contentHeaders(response).type.startsWith('text/event-stream') ? 'subscription' : 'query';
}

/** The version that the main script or the current folder would load; empty if there is none. */
function installedVersion(): string {
  const [found] = loadFromApp((require) => require('@trpc/server/package.json') as { version: string });
  return found?.version ?? '';
}
