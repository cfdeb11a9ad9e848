import type { IncomingMessage, ServerResponse } from 'node:http';
import { alreadySent } from './hono.ts';

/**
 * Middleware of Express, Koa, Hono, Nest and node:http apps, and a hook of Fastify. The types of their return values have nothing in
 * common.
 */
export type PageHandler<Request> = (request: Request, ...rest: unknown[]) => never;

/** What a framework passes to middleware. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Goes on with the app. */
  pass(): unknown;
  /** Keeps the framework from responding. Returns what middleware returns then. */
  served(): unknown;
}

interface Contexts {
  /** Koa. */
  readonly req?: unknown;
  readonly res?: unknown;
  respond?: boolean;
  /** Fastify. */
  readonly raw?: IncomingMessage;
  /** Hono on node-server. */
  readonly env?: { readonly incoming?: IncomingMessage; readonly outgoing?: ServerResponse };
}

/** Shows the page to those whom the app lets in, where the app knows them. All others get the answer of the app. */
export function mountedPage<Request>(
  allow: (request: Request) => unknown,
  isPage: (request: IncomingMessage) => boolean,
  serve: (request: IncomingMessage, response: ServerResponse, allowed: unknown) => boolean,
): PageHandler<Request> {
  // Fastify and Express count parameters: three, and none for errors.
  const handler = (first: Request, second: unknown, third: unknown): unknown => {
    const exchange = exchangeOf(first as object, second, third);
    if (!exchange) return typeof second === 'function' ? second() : undefined;
    const { request, response, pass, served } = exchange;
    if (!isPage(request)) return pass();
    const settle = (allowed: unknown) => (serve(request, response, allowed) ? served() : pass());
    try {
      const allowed = allow(first);
      return allowed instanceof Promise ? allowed.then(settle, () => settle(false)) : settle(allowed);
    } catch {
      return settle(false);
    }
  };
  return handler as PageHandler<Request>;
}

/** `null` if the request did not come from a server of Node. */
function exchangeOf(first: object, second: unknown, third: unknown): Exchange | null {
  const { env, raw, req, res } = first as Contexts;
  const next = (typeof second === 'function' ? second : third) as () => unknown;
  if (env) {
    const { incoming: request, outgoing: response } = env;
    return request && response ? { request, response, pass: next, served: alreadySent } : null;
  }
  if (raw) {
    const reply = second as { readonly raw: ServerResponse; hijack(): unknown };
    // A hook that does not call `done` ends the handling.
    return { request: raw, response: reply.raw, pass: () => void next(), served: () => void reply.hijack() };
  }
  if (typeof second === 'function') {
    const context = first as Contexts;
    return {
      request: req as IncomingMessage,
      response: res as ServerResponse,
      pass: next,
      served() {
        context.respond = false;
      },
    };
  }
  return {
    request: first as IncomingMessage,
    response: second as ServerResponse,
    pass: () => void next(),
    served: () => undefined,
  };
}
