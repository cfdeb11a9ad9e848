import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Decision } from './access/access.ts';
import type { Credentials } from './access/credentials.ts';
import { type AppOptions, createApp } from './app.tsx';
import { createLockedApp } from './locked-app.tsx';

export interface MountOptions extends AppOptions {
  /** `null` if a function of the user's decides: then nothing is ever locked. */
  readonly credentials: Credentials | null;
}

const LISTENER_OPTIONS = { overrideGlobalObjects: false };

/** Serves the page inside an app's server, to requests that the access check does not leave to the app. */
export function mountPage(options: MountOptions) {
  const { base, credentials } = options;
  const open = getRequestListener(createApp(options).fetch, LISTENER_OPTIONS);
  const locked = credentials
    ? getRequestListener(createLockedApp({ base, credentials }).fetch, LISTENER_OPTIONS)
    : open;
  return (request: IncomingMessage, response: ServerResponse, decision: Exclude<Decision, 'pass'>): unknown =>
    (decision === 'open' ? open : locked)(request, response);
}
