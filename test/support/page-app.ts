import type { PagePath } from '../../src/serve/access/page-path.ts';
import { type AppOptions, createApp } from '../../src/serve/app.tsx';

/** The app of the grant "everything", without a server. */
export function pageApp(options: AppOptions) {
  const app = createApp(options);
  const fetch = (request: Request, env: object = {}) =>
    app.fetch(request, { ...env, path: new URL(request.url).pathname as PagePath });
  return {
    fetch,
    request: async (url: string, init?: RequestInit) => fetch(new Request(url, init)),
  };
}
