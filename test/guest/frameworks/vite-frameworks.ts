import { PRODUCTION } from './next.ts';
import type { Project } from './project.ts';

const build = ['npm run build'];
const NOTHING_NAMED = { route: 'no', exception: 'as a log line' };

/** `sv create` brings its templates along. */
export const SVELTEKIT: Project = {
  name: 'SvelteKit, adapter-node',
  major: '2',
  packageName: '@sveltejs/kit',
  create: ['npx --yes sv create app --template minimal --types ts --no-add-ons --no-install'],
  // The template has SvelteKit 2.
  packages: ['@sveltejs/adapter-node@5'],
  files: {
    'vite.config.ts': `import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [sveltekit({ adapter: adapter() })] });
`,
    'src/routes/page/+page.svelte': '<h1>A page</h1>\n',
    'src/routes/users/[id]/+server.ts': `import { json } from '@sveltejs/kit';
import { note } from 'gatebook';

export async function GET({ params }) {
  console.warn(\`user \${params.id}\`);
  note('user', params.id);
  await (await fetch(process.env.UPSTREAM ?? '')).text();
  return json({ id: params.id });
}
`,
    'src/routes/broken/[id]/+page.svelte': '<h1>Never shown</h1>\n',
    'src/routes/broken/[id]/+page.server.ts': `export function load() {
  throw new TypeError('broken');
}
`,
  },
  dev: 'npx gatebook run -- npm run dev -- --port PORT --host 127.0.0.1',
  route: '/users/[id]',
  runs: [
    {
      way: 'register',
      build,
      start: 'node --import gatebook/register build',
      env: PRODUCTION,
      except: NOTHING_NAMED,
    },
    {
      way: 'register and lines',
      lines: ['src/hooks.server.ts'],
      build,
      start: 'node --import gatebook/register build',
      env: PRODUCTION,
    },
  ],
};

/** The template of `npm create astro` is on GitHub: this is what its documentation shows for a manual setup. */
export const ASTRO: Project = {
  name: 'Astro, node standalone',
  major: '7',
  packageName: 'astro',
  packages: ['astro@7', '@astrojs/node@11'],
  files: {
    'package.json': JSON.stringify({
      private: true,
      type: 'module',
      scripts: { dev: 'astro dev', build: 'astro build', start: 'node ./dist/server/entry.mjs' },
    }),
    'astro.config.mjs': `import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({ output: 'server', adapter: node({ mode: 'standalone' }) });
`,
    'src/pages/index.astro': '<html><body><h1>Home</h1></body></html>\n',
    'src/pages/page.astro': '<html><body><h1>A page</h1></body></html>\n',
    'src/pages/users/[id].ts': `import { note } from 'gatebook';

export async function GET({ params }) {
  console.warn(\`user \${params.id}\`);
  note('user', params.id);
  await (await fetch(process.env.UPSTREAM ?? '')).text();
  return Response.json({ id: params.id });
}
`,
    'src/pages/broken/[id].astro': `---
throw new TypeError('broken');
---
`,
  },
  dev: 'npx gatebook run -- npm run dev -- --port PORT --host 127.0.0.1',
  route: '/users/[id]',
  runs: [
    {
      way: 'register',
      build,
      start: 'npx gatebook run -- npm start',
      env: PRODUCTION,
      except: { ...NOTHING_NAMED, toolbar: 'no' },
    },
    {
      way: 'register and lines',
      lines: ['src/middleware.ts'],
      build,
      start: 'npx gatebook run -- npm start',
      env: PRODUCTION,
      // Astro streams all pages.
      except: { toolbar: 'no' },
    },
  ],
};

/** The template of `create-react-router` is on GitHub: these are the files that it needs at least. */
export const REACT_ROUTER: Project = {
  name: 'React Router, serve',
  major: '8',
  packageName: 'react-router',
  packages: [
    // Its packages are not all released together.
    ...['react-router', '@react-router/node', '@react-router/serve', '@react-router/dev'].map(
      (name) => `${name}@8.4`,
    ),
    'react',
    'react-dom',
    'isbot',
    'vite',
    'typescript',
  ],
  files: {
    'package.json': JSON.stringify({
      private: true,
      type: 'module',
      scripts: {
        dev: 'react-router dev',
        build: 'react-router build',
        start: 'react-router-serve ./build/server/index.js',
      },
    }),
    'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [reactRouter()] });
`,
    'app/root.tsx': `import { Outlet } from 'react-router';

export default function Root() {
  return (
    <html lang="en">
      <body>
        <Outlet />
      </body>
    </html>
  );
}
`,
    'app/routes.ts': `import { index, route } from '@react-router/dev/routes';

export default [
  index('routes/home.tsx'),
  route('page', 'routes/page.tsx'),
  route('users/:id', 'routes/user.ts'),
  route('broken/:id', 'routes/broken.tsx'),
];
`,
    'app/routes/home.tsx': 'export default function Home() {\n  return <h1>Home</h1>;\n}\n',
    'app/routes/page.tsx': 'export default function Page() {\n  return <h1>A page</h1>;\n}\n',
    'app/routes/user.ts': `import { note } from 'gatebook';

export async function loader({ params }) {
  console.warn(\`user \${params.id}\`);
  note('user', params.id);
  await (await fetch(process.env.UPSTREAM ?? '')).text();
  return Response.json({ id: params.id });
}
`,
    'app/routes/broken.tsx': `export function loader() {
  throw new TypeError('broken');
}

export default function Broken() {
  return <h1>Never shown</h1>;
}
`,
  },
  dev: 'npx gatebook run -- npm run dev -- --port PORT --host 127.0.0.1',
  route: '/users/:id',
  runs: [
    {
      way: 'register',
      build,
      start: 'npx gatebook run -- npm start',
      env: PRODUCTION,
      // The route of the Express app.
      except: { route: '`/{*splat}`', toolbar: 'no' },
    },
    {
      way: 'register and lines',
      prepare: ['npx react-router reveal entry.server'],
      lines: ['app/entry.server.tsx'],
      build,
      start: 'npx gatebook run -- npm start',
      env: PRODUCTION,
      except: { toolbar: 'no' },
    },
  ],
};
