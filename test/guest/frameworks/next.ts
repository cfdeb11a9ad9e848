import type { Project, Run } from './project.ts';

/** In production, only a sample of the details is kept, and the toolbar is off. */
export const PRODUCTION = { NODE_ENV: 'production', GATEBOOK_DETAILS: 'all', GATEBOOK_TOOLBAR: 'true' };

const FILES = {
  // The generator turns on cacheComponents, with which a page can't be rendered for each request as a whole.
  'next.config.ts': 'export default {};\n',
  'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  'app/page/page.tsx': `export default function Page() {
  return <h1>A page</h1>;
}
`,
  'app/users/[id]/route.ts': `import { note } from 'gatebook';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  console.warn(\`user \${id}\`);
  note('user', id);
  await (await fetch(process.env.UPSTREAM ?? '', { cache: 'no-store' })).text();
  return Response.json({ id });
}
`,
  'app/broken/[id]/page.tsx': `export const dynamic = 'force-dynamic';

export default function Page(): React.ReactNode {
  throw new TypeError('broken');
}
`,
};

const LINES = ['instrumentation.ts'];
const build = ['npm run build'];
const START = 'npx gatebook run -- npm start';
const DEV = 'npx gatebook run -- npm run dev';
/** In development, Next.js streams all pages. */
const except = { toolbar: 'no' };
const RUNS: readonly Run[] = [
  { way: 'register', mode: 'start', build, start: START, env: PRODUCTION },
  { way: 'register', mode: 'dev', start: DEV, except },
  {
    way: 'adapter',
    mode: 'custom server',
    lines: ['server.mjs'],
    // Up to version 15, development replaces what was built.
    build,
    start: 'node server.mjs',
    env: PRODUCTION,
  },
  { way: 'register and lines', mode: 'start', lines: LINES, build, start: START, env: PRODUCTION },
  { way: 'register and lines', mode: 'dev', lines: LINES, start: DEV, except },
];

export const NEXT: readonly Project[] = ['15', '16'].map((version) => ({
  name: 'Next.js',
  major: version,
  packageName: 'next',
  create: [
    `npx --yes create-next-app@${version} app --yes --ts --app --empty --no-tailwind --no-eslint --no-src-dir --use-npm --skip-install --disable-git`,
  ],
  files: FILES,
  dev: 'npx gatebook run -- npm run dev',
  route: '/users/[id]',
  runs: RUNS,
}));
