import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { appSource } from './app.ts';
import type { Project } from './project.ts';

/** The module format of the app and of its bundle. */
export const FORMATS = ['ESM', 'ESM to CommonJS', 'CommonJS'] as const;
type Format = (typeof FORMATS)[number];

export interface Bundle {
  readonly format: Format;
  readonly isExternal: boolean;
}

export interface Bundler {
  readonly name: string;
  /** The package whose version is printed, and others that it needs. */
  readonly packages: readonly string[];
  readonly formats?: readonly Format[];
  /** Writes the bundle to a new folder. */
  build(project: Project, bundle: Bundle, input: string, outdir: string): Promise<void>;
}

async function must(project: Project, args: readonly string[], program = process.execPath): Promise<void> {
  const { code, stdout, stderr } = await project.run(program, args);
  if (code !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`);
}

const isEsm = ({ format }: Bundle) => format === 'ESM';

export const BUNDLERS: readonly Bundler[] = [
  {
    name: 'esbuild',
    packages: ['esbuild'],
    build: (project, bundle, input, outdir) =>
      must(
        project,
        [
          input,
          '--bundle',
          '--platform=node',
          `--format=${isEsm(bundle) ? 'esm' : 'cjs'}`,
          `--outfile=${outdir}/app.${isEsm(bundle) ? 'mjs' : 'cjs'}`,
          '--log-level=error',
          ...(bundle.isExternal ? ['--external:gatebook'] : []),
        ],
        // Not a script but a program.
        join(project.folder, 'node_modules/.bin/esbuild'),
      ),
  },
  {
    name: 'webpack',
    packages: ['webpack', 'webpack-cli'],
    build(project, bundle, input, outdir) {
      const kind = isEsm(bundle) ? 'module' : 'commonjs';
      const config = project.write(
        'webpack.config.cjs',
        `module.exports = {
          mode: 'production',
          target: 'node22',
          entry: './${input}',
          experiments: { outputModule: ${isEsm(bundle)} },
          output: { path: '${join(project.folder, outdir)}', filename: 'app.${isEsm(bundle) ? 'mjs' : 'cjs'}'${isEsm(bundle) ? ", library: { type: 'module' }, chunkFormat: 'module'" : ''} },
          externals: [({ request }, done) => ${bundle.isExternal} && /^gatebook/.test(request) ? done(null, '${kind} ' + request) : done()],
        };`,
      );
      return must(project, ['node_modules/webpack-cli/bin/cli.js', '--config', config]);
    },
  },
  {
    name: 'Rollup',
    packages: ['rollup', '@rollup/plugin-node-resolve', '@rollup/plugin-commonjs', '@rollup/plugin-json'],
    build(project, bundle, input, outdir) {
      const config = project.write(
        'rollup.config.mjs',
        `import commonjs from '@rollup/plugin-commonjs';
        import json from '@rollup/plugin-json';
        import resolve from '@rollup/plugin-node-resolve';
        export default {
          input: '${input}',
          external: ${bundle.isExternal ? '/^gatebook/' : '[]'},
          plugins: [resolve({ preferBuiltins: true }), commonjs(), json()],
          output: { dir: '${outdir}', format: '${isEsm(bundle) ? 'es' : 'cjs'}', entryFileNames: 'app.${isEsm(bundle) ? 'mjs' : 'cjs'}', chunkFileNames: '[name]-[hash].${isEsm(bundle) ? 'mjs' : 'cjs'}' },
        };`,
      );
      return must(project, ['node_modules/rollup/dist/bin/rollup', '--silent', '-c', config]);
    },
  },
  {
    name: 'ncc',
    packages: ['@vercel/ncc'],
    // It keeps the format of the source.
    formats: ['ESM', 'CommonJS'],
    async build(project, { isExternal }, input, outdir) {
      const externals = isExternal ? ['-e', 'gatebook', '-e', 'gatebook/http'] : [];
      await must(project, [
        'node_modules/@vercel/ncc/dist/ncc/cli.js',
        'build',
        input,
        '-q',
        '-o',
        outdir,
        ...externals,
      ]);
      const [built = ''] = readdirSync(join(project.folder, outdir)).filter((name) =>
        name.startsWith('index.'),
      );
      const kind = built === 'index.js' && input.endsWith('.mjs') ? 'mjs' : (built.split('.')[1] ?? '');
      renameSync(join(project.folder, outdir, built), join(project.folder, outdir, `app.${kind}`));
    },
  },
  {
    name: 'tsup',
    packages: ['tsup', 'typescript@5'],
    build(project, bundle, input, outdir) {
      project.write(
        'tsup.config.mjs',
        `export default {
          entry: ['${input}'],
          format: '${isEsm(bundle) ? 'esm' : 'cjs'}',
          outDir: '${outdir}',
          silent: true,
          ${bundle.isExternal ? '' : 'noExternal: [/^gatebook/], removeNodeProtocol: false,'}
        };`,
      );
      return must(project, ['node_modules/tsup/dist/cli-default.js']);
    },
  },
  {
    name: 'Vite SSR',
    packages: ['vite'],
    formats: ['ESM'],
    build(project, { isExternal }, input, outdir) {
      project.write(
        'vite.config.mjs',
        `export default {
          logLevel: 'error',
          ssr: { ${isExternal ? "external: ['gatebook']" : 'noExternal: true'} },
          build: { ssr: '${input}', outDir: '${outdir}', rollupOptions: { output: { entryFileNames: 'app.mjs', chunkFileNames: '[name]-[hash].mjs' } } },
        };`,
      );
      return must(project, ['node_modules/vite/bin/vite.js', 'build']);
    },
  },
];

let bundles = 0;

/** Bundles the app, and returns the file to run. */
export async function bundleApp(project: Project, bundler: Bundler, bundle: Bundle): Promise<string> {
  const isCommonJs = bundle.format === 'CommonJS';
  const input = isCommonJs ? 'app.cjs' : 'app.mjs';
  project.write(input, appSource(isCommonJs ? 'cjs' : 'esm'));
  const outdir = `out-${++bundles}`;
  await bundler.build(project, bundle, input, outdir);
  const built = readdirSync(join(project.folder, outdir)).find((name) => /^app\.[cm]?js$/.test(name));
  return join(project.folder, outdir, built ?? 'app.js');
}
