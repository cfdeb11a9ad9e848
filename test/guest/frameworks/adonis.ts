import { PRODUCTION } from './next.ts';
import type { Project } from './project.ts';

/** What both versions share. Their starter kits are on GitHub: these are the files that an app needs at least. Node runs their TypeScript. */
const FILES = {
  'package.json': JSON.stringify({
    private: true,
    type: 'module',
    imports: { '#middleware/*': './app/middleware/*.ts', '#exceptions/*': './app/exceptions/*.ts' },
  }),
  'adonisrc.js': `import { defineConfig } from '@adonisjs/core/app';

export default defineConfig({
  providers: [() => import('@adonisjs/core/providers/app_provider')],
  preloads: [() => import('./start/routes.ts'), () => import('./start/kernel.ts')],
});
`,
  'config/app.js': `import { defineConfig } from '@adonisjs/core/http';

export const appKey = 'a-key-of-at-least-16-characters';
export const http = defineConfig({});
`,
  'config/logger.js': `import { defineConfig } from '@adonisjs/core/logger';

export default defineConfig({ default: 'app', loggers: { app: { enabled: true, level: 'info' } } });
`,
  'bin/server.js': `import 'reflect-metadata';
import { Ignitor } from '@adonisjs/core';

const ROOT = new URL('../', import.meta.url);
const importer = (path) => import(path.startsWith('.') ? new URL(path, ROOT).href : path);
await new Ignitor(ROOT, { importer })
  .tap((app) => app.listen('SIGTERM', () => app.terminate()))
  .httpServer()
  .start();
`,
  'start/routes.ts': `import router from '@adonisjs/core/services/router';
import { note } from 'gatebook';

router.get('/users/:id', async ({ params, logger }) => {
  logger.warn('user %s', params.id);
  note('user', params.id);
  await (await fetch(process.env.UPSTREAM ?? '')).text();
  return { id: params.id };
});
router.get('/broken/:id', () => {
  throw new TypeError('broken');
});
router.get('/page', ({ response }) => {
  response.header('content-type', 'text/html');
  return '<!doctype html><html><body><h1>A page</h1></body></html>';
});
`,
  'start/kernel.ts': `import server from '@adonisjs/core/services/server';

server.errorHandler(() => import('#exceptions/handler'));
`,
  'app/exceptions/handler.ts': `import { ExceptionHandler } from '@adonisjs/core/http';

export default class HttpExceptionHandler extends ExceptionHandler {}
`,
};

/** Version 7 needs one file more. */
const ENCRYPTION = `import { defineConfig, drivers } from '@adonisjs/core/encryption';

export default defineConfig({
  default: 'app',
  list: { app: drivers.aes256gcm({ id: 'app', keys: ['a-key-of-at-least-32-characters-x'] }) },
});
`;

const start = 'node --import gatebook/register bin/server.js';
const env = { ...PRODUCTION, APP_KEY: 'a-key-of-at-least-16-characters' };

export const ADONIS: readonly Project[] = [
  {
    name: 'AdonisJS',
    major: '6',
    packageName: '@adonisjs/core',
    packages: ['@adonisjs/core@6', 'reflect-metadata'],
    files: FILES,
    route: '/users/:id',
    runs: [
      { way: 'register', start, env, except: { route: 'no' } },
      {
        way: 'register and lines',
        lines: ['app/middleware/gatebook_middleware.ts', 'start/kernel.ts', 'app/exceptions/handler.ts'],
        start,
        env,
      },
    ],
  },
  {
    name: 'AdonisJS',
    major: '7',
    packageName: '@adonisjs/core',
    packages: ['@adonisjs/core@7', 'reflect-metadata'],
    files: { ...FILES, 'config/encryption.js': ENCRYPTION },
    route: '/users/:id',
    runs: [{ way: 'register', start, env }],
  },
];
