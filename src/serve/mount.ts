import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { isFromThisMachine } from '../net/loopback.ts';
import { type AppOptions, createApp } from './app.tsx';

export interface MountOptions extends AppOptions {
  /** Decides who may open the page. @default only requests from this machine */
  readonly authorize?: (request: IncomingMessage) => boolean | Promise<boolean>;
  /** Called for every request that was allowed. */
  readonly onOpen: (request: IncomingMessage) => void;
}

/** Serves the page inside an app's server. Answers 404 to everyone who is not allowed to open it. */
export function mountPage({ authorize = isFromThisMachine, onOpen, ...options }: MountOptions) {
  const app = createApp(options);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!(await isAllowed(authorize, request))) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not Found\n');
      return;
    }
    onOpen(request);
    await listener(request, response);
  };
}

async function isAllowed(
  authorize: NonNullable<MountOptions['authorize']>,
  request: IncomingMessage,
): Promise<boolean> {
  try {
    return (await authorize(request)) === true;
  } catch {
    return false;
  }
}
