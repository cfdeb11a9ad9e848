// Bundles the package into dist/. Node needs about 100 KB of memory for each module it loads, in each thread: the page alone
// has a hundred. All code is in one folder, so a path relative to import.meta.url means the same in every file.
import { build } from 'esbuild';

const ENTRY_POINTS = [
  'adapter.ts',
  'express.ts',
  'fastify.ts',
  'hono.ts',
  'http.ts',
  'http2.ts',
  'index.ts',
  'koa.ts',
  'nest.ts',
  'otel.ts',
  'store.ts',
  // Not for users: the command, and the page for benchmarks.
  'cli/cli.ts',
  'serve/app.tsx',
];
const THREADS = ['pipeline/writer-worker.ts', 'store/sqlite/worker.ts'];

// A thread shares no module with the app, so its code is bundled apart.
for (const files of [ENTRY_POINTS, THREADS]) {
  await build({
    entryPoints: files.map((file) => `src/${file}`),
    outdir: 'dist',
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node22',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    charset: 'utf8',
    logLevel: 'warning',
  });
}

// All that a browser loads.
await build({
  entryPoints: [
    { in: 'src/serve/browser/main.ts', out: 'page' },
    { in: 'src/serve/browser/toolbar.ts', out: 'toolbar' },
    { in: 'src/serve/assets/page.css', out: 'page' },
    { in: 'src/serve/assets/toolbar.css', out: 'toolbar' },
    { in: 'src/serve/assets/icon.svg', out: 'icon' },
  ],
  outdir: 'dist/assets',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  charset: 'utf8',
  loader: { '.svg': 'copy' },
  logLevel: 'warning',
});
