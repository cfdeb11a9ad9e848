import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Grant } from './access/access.ts';
import type { Credentials } from './access/credentials.ts';
import { type AppOptions, createApp } from './app.tsx';
import { createAssetsApp, loadAssets } from './assets.ts';
import { createLoginApp, type Visit } from './login-app.tsx';
import { createRouter } from './router.ts';

export interface MountOptions extends Omit<AppOptions, 'assets'> {
  /** `null` if a function of the user's decides: then there is no login. */
  readonly credentials: Credentials | null;
}

export type PageGrant = Exclude<Grant, { readonly to: 'nothing' }>;

const UNRECORDED = { id: '', onLogin: () => {} };

/** Serves the page inside an app's server, to requests with a grant: each gets the app of its grant, and nothing else. */
export function mountPage(options: MountOptions) {
  const { base, credentials } = options;
  const assets = loadAssets();
  const apps = {
    assets: createAssetsApp(base, assets),
    login: credentials ? createLoginApp({ base, credentials, version: assets.version }) : createRouter(),
    everything: createApp({ ...options, assets }),
  };
  return (
    request: IncomingMessage,
    response: ServerResponse,
    grant: PageGrant,
    visit: Omit<Visit, 'proof'> = UNRECORDED,
  ): unknown => {
    const app = apps[grant.to];
    const proof = grant.to === 'login' ? grant.proof : null;
    const { path } = grant;
    const listener = getRequestListener(
      (webRequest, http) => app.fetch(webRequest, { ...http, path, visit: { ...visit, proof } }),
      { overrideGlobalObjects: false },
    );
    return listener(request, response);
  };
}
