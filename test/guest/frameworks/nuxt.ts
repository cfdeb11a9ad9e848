import { PRODUCTION } from './next.ts';
import type { Project } from './project.ts';

/** The template of `npm create nuxt` is on GitHub: these are the files that it needs at least. */
export const NUXT: Project = {
  name: 'Nuxt',
  major: '4',
  packageName: 'nuxt',
  packages: ['nuxt@4', 'vue', 'vue-router'],
  files: {
    'package.json': JSON.stringify({
      private: true,
      type: 'module',
      scripts: { dev: 'nuxt dev', build: 'nuxt build', start: 'node .output/server/index.mjs' },
    }),
    'nuxt.config.ts': "export default defineNuxtConfig({ compatibilityDate: '2026-01-01' });\n",
    'app/app.vue': '<template><NuxtPage /></template>\n',
    'app/pages/index.vue': '<template><h1>Home</h1></template>\n',
    'app/pages/page.vue': '<template><h1>A page</h1></template>\n',
    'server/routes/users/[id].get.ts': `import { note } from 'gatebook';

export default defineEventHandler(async (event) => {
  const id = getRouterParam(event, 'id');
  console.warn(\`user \${id}\`);
  note('user', id);
  await (await fetch(process.env.UPSTREAM ?? '')).text();
  return { id };
});
`,
    'server/routes/broken/[id].get.ts': `export default defineEventHandler(() => {
  throw new TypeError('broken');
});
`,
  },
  dev: 'npx gatebook run -- npm run dev',
  route: '/users/:id',
  runs: [
    {
      way: 'register',
      build: ['npm run build'],
      start: 'npx gatebook run -- npm start',
      env: PRODUCTION,
      except: { route: 'no', exception: 'as the cause of H3Error' },
    },
    {
      way: 'register and lines',
      lines: ['server/plugins/gatebook.ts', 'app/plugins/gatebook.server.ts'],
      build: ['npm run build'],
      start: 'npx gatebook run -- npm start',
      env: PRODUCTION,
    },
  ],
};
