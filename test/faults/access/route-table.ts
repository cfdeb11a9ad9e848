import { createCredentials } from '../../../src/serve/access/credentials.ts';
import type { Key } from '../../../src/serve/access/key.ts';
import { createApp } from '../../../src/serve/app.tsx';
import { createAssetsApp, loadAssets } from '../../../src/serve/assets.ts';
import { createLoginApp } from '../../../src/serve/login-app.tsx';
import { TEST_KEY } from '../../support/key.ts';
import type { CanaryBook } from './canary-book.ts';

export const BASE = '/_profiler';

export interface Route {
  readonly method: string;
  /** As the router has it: `/:token/snippet`. */
  readonly pattern: string;
  /** With a value for each parameter. */
  readonly rest: string;
}

/** Below the prefix that opens the assets, but not one of them. */
const NO_ASSET = { method: 'GET', path: `${BASE}/assets/none.css` };

/** Every route of the page, read from its routers, so that a new one is tried without anybody remembering it. */
export function routesOf({ store, token }: CanaryBook, loginCode: string): readonly Route[] {
  const credentials = createCredentials(TEST_KEY as Key);
  const assets = loadAssets();
  const apps = [
    createApp({ base: BASE, store: async () => store, credentials, assets }),
    createAssetsApp(BASE, assets),
    createLoginApp({ base: BASE, credentials, version: assets.version }),
  ];
  const values: Readonly<Record<string, string>> = {
    ':token': token,
    ':file{[0-9A-Fa-f]+\\.json}': `${token}.json`,
    ':file{[0-9A-Fa-f]+\\.har}': `${token}.har`,
    ':name': 'page.css',
    ':version': assets.version,
    ':code': loginCode,
  };
  return [...apps.flatMap(({ routes }) => routes), NO_ASSET]
    .filter(({ method }) => method !== 'ALL')
    .flatMap(({ method, path }) =>
      withoutOptional(path.slice(BASE.length)).map((pattern) => ({ method, pattern })),
    )
    .map((route) => ({ ...route, rest: route.pattern.replace(/:\w+(?:\{[^}]*\})?/g, fill) }));

  function fill(parameter: string): string {
    const value = values[parameter];
    if (value === undefined) throw new Error(`The access matrix needs a value for ${parameter}.`);
    return value;
  }
}

/** `/login/:code/:token?` is two patterns. */
function withoutOptional(pattern: string): readonly string[] {
  const [, start, parameter] = /^(.*)(\/:\w+)\?$/.exec(pattern) ?? [];
  return start === undefined || parameter === undefined ? [pattern] : [start, start + parameter];
}
