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
  pass(): unknown;
  /** Keeps the framework from responding. Returns what middleware returns then. */
  served(): unknown;
  /** Whether the framework goes on by the callback alone, and not by the promise that middleware returns. */
  readonly isByCallback: boolean;
}

/** What a function of the app has answered. Only `true` opens the page. */
export type Allowed = { readonly value: unknown } | { readonly error: unknown };

/** Shows the page to those whom the app lets in. All others get the answer of the app. */
export function mountedPage<Request>(
  allow: (request: Request) => unknown,
  isPage: (request: IncomingMessage) => boolean,
  serve: (request: IncomingMessage, response: ServerResponse, allowed: Allowed) => boolean,
): PageHandler<Request> {
  // Fastify and Express count parameters: three, and none for errors.
  const handler = (first: Request, second: unknown, third: unknown): unknown => {
    const exchange = exchangeOf(first as object, second, third);
    if (!exchange) return typeof second === 'function' ? second() : undefined;
    const { request, response, pass, served, isByCallback } = exchange;
    if (!isPage(request)) return pass();
    const settle = (allowed: Allowed) => (serve(request, response, allowed) ? served() : pass());
    const allowed = ask(allow, first);
    if (!(allowed instanceof Promise)) return settle(allowed);
    if (!isByCallback) return allowed.then(settle);
    // What the app throws from here on is not a rejection of ours.
    void allowed.then((known) => queueMicrotask(() => settle(known)));
    return undefined;
  };
  return handler as PageHandler<Request>;
}

/** Asks a function of the app. It may return any promise, also one of a library. */
export function ask<Request>(
  allow: (request: Request) => unknown,
  request: Request,
): Allowed | Promise<Allowed> {
  try {
    const value = allow(request);
    if (typeof value !== 'object' || value === null) return { value };
    return Promise.resolve(value).then(
      (settled): Allowed => ({ value: settled }),
      (error: unknown): Allowed => ({ error }),
    );
  } catch (error) {
    return { error };
  }
}

/** `null` if the request did not come from a server of Node. */
function exchangeOf(first: object, second: unknown, third: unknown): Exchange | null {
  if (typeof second === 'function') return ofContext(first, second as () => unknown);
  const done = third as () => unknown;
  const pass = () => void done();
  const reply = second as { readonly raw?: ServerResponse; hijack?(): unknown };
  if (reply.raw && typeof reply.hijack === 'function')
    return {
      request: (first as { readonly raw: IncomingMessage }).raw,
      response: reply.raw,
      pass,
      served: () => void reply.hijack?.(),
      isByCallback: true,
    };
  return {
    request: first as IncomingMessage,
    response: second as ServerResponse,
    pass,
    served: () => undefined,
    isByCallback: true,
  };
}

/** Of Koa or Hono. Middleware around the page goes on when the page has been sent, and sees its status. */
function ofContext(context: object, next: () => unknown): Exchange | null {
  const { req } = context as { readonly req?: object };
  if (req && 'socket' in req) {
    const koa = context as { readonly res: ServerResponse; respond?: boolean };
    return {
      request: req as IncomingMessage,
      response: koa.res,
      pass: next,
      served() {
        koa.respond = false;
        return closed(koa.res);
      },
      isByCallback: false,
    };
  }
  // Hono's `res` is made when it is read, and changes the response of the app.
  const { env } = context as { readonly env?: { incoming?: IncomingMessage; outgoing?: ServerResponse } };
  const { incoming: request, outgoing: response } = env ?? {};
  if (!request || !response) return null;
  return {
    request,
    response,
    pass: next,
    served: () => closed(response).then(alreadySent),
    isByCallback: false,
  };
}

function closed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once('close', () => resolve());
  });
}
