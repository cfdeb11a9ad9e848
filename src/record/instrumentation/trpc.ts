import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { contentHeaders } from '../http/sent-headers.ts';
import { attempt, type BuiltInContext, subscribe } from './context.ts';

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
export const trpcInstrumentation = {
  name: 'trpc',
  start(context: BuiltInContext): () => void {
    let hasTrpc10: boolean | undefined;

    function isCall(url: string, response: Finished['response']): boolean {
      const vary = response.getHeader('vary') ?? response._header;
      if (typeof vary === 'string' && vary.includes('trpc-accept')) return true;
      if (!BATCH.test(url)) return false;
      hasTrpc10 ??= isTrpc10Installed();
      return hasTrpc10;
    }

    return subscribe({
      'http.server.response.finish': (message) => {
        const { request, response } = message as Finished;
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
  },
};

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

/** Whether the main script or the current folder would load version 10. */
function isTrpc10Installed(): boolean {
  return [process.argv[1], join(process.cwd(), 'index.js')].some((from) => {
    try {
      const { version } = createRequire(from ?? '')('@trpc/server/package.json') as { version?: string };
      return version?.startsWith('10.') ?? false;
    } catch {
      return false;
    }
  });
}
