// Bundles the package into dist/. Node needs about 100 KB of memory for each module it loads, in each thread: the page alone
// has a hundred. All code is in one folder; src/package-files.ts finds the other files from there.
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build, transform } from 'esbuild';
import { bundledPackages } from './bundled-packages.js';
import { licencesOf } from './licences.js';
import { sbomOf } from './sbom.js';

const own = JSON.parse(readFileSync('package.json', 'utf8'));
const { version, peerDependencies, exports } = own;
rmSync('dist', { recursive: true, force: true });

/** The names of the public entry points: those of package.json. */
const PUBLIC = Object.keys(exports)
  .filter((path) => path !== './package.json')
  .map((path) => (path === '.' ? 'index' : path.slice(2)));
const ENTRY_POINTS = [
  ...PUBLIC.filter((name) => name !== 'register').map((name) => ({ in: `src/${name}.ts`, out: name })),
  // Not for users: what gatebook/register loads later, the command, and the page for benchmarks.
  { in: 'src/register/process-recorder.ts', out: 'process-recorder' },
  { in: 'src/cli/start.ts', out: 'cli' },
  { in: 'src/serve/app.tsx', out: 'app' },
];
const THREADS = [
  { in: 'src/pipeline/writer/writer-worker.ts', out: 'writer-worker' },
  { in: 'src/store/sqlite/worker.ts', out: 'worker' },
];
const CODE = {
  outdir: 'dist',
  bundle: true,
  splitting: true,
  // Those that a user installs: the engines. All other packages are in the bundle.
  external: Object.keys(peerDependencies),
  alias: { '@modelcontextprotocol/server/_shims': './scripts/mcp-shims.js' },
  platform: 'node',
  format: 'esm',
  // Older versions of Node load the entry points too, to say that they are too old.
  target: 'node18',
  jsx: 'automatic',
  jsxImportSource: 'hono/jsx',
  charset: 'utf8',
  logLevel: 'warning',
  define: { GATEBOOK_VERSION: JSON.stringify(version) },
  metafile: true,
};

// A thread shares no module with the app, so its code is bundled apart, and shorter: much of it is in the files of the app too.
const metafiles = [];
for (const options of [
  { entryPoints: ENTRY_POINTS },
  { entryPoints: THREADS, target: 'node22', minifyWhitespace: true, minifySyntax: true },
  // Every process of an app may load this one, also those without a server, so it is a single file.
  { entryPoints: [{ in: 'src/register.ts', out: 'register' }], splitting: false },
]) {
  metafiles.push((await build({ ...CODE, ...options })).metafile);
}

// The entry points in CommonJS, for Jest and others that can't load an ES module with require(). In Node, require() loads the
// files above (the condition "module-sync").
const { outputFiles } = await build({
  ...CODE,
  entryPoints: PUBLIC.map((name) => ({ in: `src/${name}.ts`, out: name })),
  outdir: 'dist/cjs',
  write: false,
});
mkdirSync('dist/cjs', { recursive: true });
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
for (const { path, text } of outputFiles) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node18',
    charset: 'utf8',
    // Only tools load these files.
    minifyWhitespace: true,
    minifySyntax: true,
    // Jest can't import().
    supported: { 'dynamic-import': false },
    logOverride: { 'empty-import-meta': 'silent' },
  });
  writeFileSync(`dist/cjs/${basename(path)}`, code);
}

// tsc writes the types to dist/cjs. Both module formats have the same: ES modules can import types of CommonJS, but not always
// the other way round.
for (const name of PUBLIC) writeFileSync(`dist/${name}.d.ts`, `export * from './cjs/${name}.js';\n`);

// All that a browser loads.
const browser = await build({
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
  metafile: true,
});

const packages = bundledPackages([...metafiles, browser.metafile]);
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licencesOf(packages));
writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(sbomOf(own, packages), null, 2)}\n`);
chmodSync('dist/cli.js', 0o755);
