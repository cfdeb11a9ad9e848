import { join } from 'node:path';
import type { Project } from '../toolchains/project.ts';

/** A way to run the app of TypeScript. */
export interface Build {
  readonly name: string;
  /** From the npm registry. Without any, what this repository has is enough. */
  readonly packages?: readonly string[];
  /** How \`main.ts\` imports the other file. */
  readonly imports?: string;
  build?(project: Project): Promise<void>;
  /** Arguments of Node. */
  readonly run: readonly string[];
  /** The stack of the app names its sources already. */
  readonly isMapped?: boolean;
  /** The code is not in a file with a map: the lines of the code are the best there is. */
  readonly isPlain?: boolean;
  /** Minified to `throw RangeError()`. */
  readonly dropsNew?: boolean;
  /** `getJson()` is compiled to `(0, client.getJson)()`. */
  readonly callsByObject?: boolean;
  /** The minifier has put the function into the code that calls it. */
  readonly isAnonymous?: boolean;
  /** The map has no columns. */
  readonly isByLine?: boolean;
}

async function must(project: Project, args: readonly string[], program = process.execPath): Promise<void> {
  const { code, stdout, stderr } = await project.run(program, args);
  if (code !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`);
}

const esbuild =
  (...options: string[]) =>
  (project: Project) =>
    must(
      project,
      [
        'src/main.ts',
        '--platform=node',
        '--format=esm',
        '--log-level=error',
        '--external:gatebook',
        ...options,
      ],
      join(project.folder, 'node_modules/.bin/esbuild'),
    );

const BUNDLE = ['--bundle', '--outfile=dist/main.mjs'];

function tsc(options: Readonly<Record<string, unknown>>) {
  return (project: Project) => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      rootDir: 'src',
      outDir: 'dist',
      types: ['node'],
      skipLibCheck: true,
      rewriteRelativeImportExtensions: true,
      ...options,
    };
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
    return must(project, ['node_modules/typescript/bin/tsc']);
  };
}

/** Writes a script and runs it. */
const script = (name: string, text: string) => (project: Project) =>
  must(project, [project.write(name, text)]);

const ESM = ['dist/main.mjs'];
const JS = ['dist/main.js'];

export const BUILDS: readonly Build[] = [
  { name: 'esbuild, map in a file', build: esbuild(...BUNDLE, '--sourcemap'), run: ESM },
  { name: 'esbuild, map in the code', build: esbuild(...BUNDLE, '--sourcemap=inline'), run: ESM },
  { name: 'esbuild, no comment', build: esbuild(...BUNDLE, '--sourcemap=external'), run: ESM },
  { name: 'esbuild, minified', build: esbuild(...BUNDLE, '--sourcemap', '--minify'), run: ESM },
  {
    name: 'esbuild, root of sources',
    build: esbuild(...BUNDLE, '--sourcemap', '--source-root=../dist/'),
    run: ESM,
  },
  {
    name: 'esbuild, chunks with hashes',
    build: esbuild(
      'src/pay.ts',
      '--bundle',
      '--splitting',
      '--outdir=dist',
      '--sourcemap',
      '--out-extension:.js=.mjs',
    ),
    run: ESM,
  },
  {
    name: 'esbuild, node --enable-source-maps',
    build: esbuild(...BUNDLE, '--sourcemap'),
    run: ['--enable-source-maps', ...ESM],
    isMapped: true,
  },
  { name: 'tsc, map in a file', build: tsc({ sourceMap: true }), run: JS },
  { name: 'tsc, map in the code', build: tsc({ inlineSourceMap: true }), run: JS },
  {
    name: 'tsc to CommonJS',
    build: async (project) => {
      project.write('dist/package.json', '{ "type": "commonjs" }');
      await tsc({ sourceMap: true, module: 'commonjs', moduleResolution: 'bundler' })(project);
    },
    run: JS,
    callsByObject: true,
  },
  { name: 'Node, type stripping', run: ['src/main.ts'], isMapped: true },
  {
    name: 'Vite SSR',
    build: script(
      'build.mjs',
      `import { build } from 'vite';
      await build({
        logLevel: 'error',
        ssr: { external: ['gatebook'] },
        build: { ssr: 'src/main.ts', outDir: 'dist', sourcemap: true, rollupOptions: { output: { entryFileNames: 'main.mjs' } } },
      });`,
    ),
    run: ESM,
  },
  {
    name: 'Rolldown',
    build: script(
      'build.mjs',
      `import { rolldown } from 'rolldown';
      const bundle = await rolldown({ input: 'src/main.ts', platform: 'node', external: /^gatebook/ });
      await bundle.write({ file: 'dist/main.mjs', sourcemap: 'inline', minify: true });`,
    ),
    run: ESM,
    dropsNew: true,
  },
];

/** With packages from the npm registry. */
export const INSTALLED: readonly Build[] = [
  { name: 'tsx', packages: ['tsx'], run: ['node_modules/tsx/dist/cli.mjs', 'src/main.ts'], isMapped: true },
  {
    name: 'ts-node',
    packages: ['ts-node', 'typescript@5', '@types/node'],
    imports: './pay',
    build: async (project) => {
      const compilerOptions = { module: 'commonjs', target: 'es2022', esModuleInterop: true };
      project.setType('commonjs');
      project.write('tsconfig.json', JSON.stringify({ compilerOptions }));
    },
    run: ['-r', 'ts-node/register/transpile-only', 'src/main.ts'],
    isMapped: true,
    isPlain: true,
  },
  {
    name: 'SWC',
    packages: ['@swc/core'],
    build: script(
      'build.mjs',
      `import { mkdirSync, writeFileSync } from 'node:fs';
      import { transformFile } from '@swc/core';
      mkdirSync('dist', { recursive: true });
      for (const name of ['main', 'pay']) {
        const { code, map } = await transformFile('src/' + name + '.ts', {
          sourceMaps: true,
          sourceFileName: '../src/' + name + '.ts',
          jsc: { target: 'es2022', parser: { syntax: 'typescript' }, rewriteRelativeImportExtensions: true },
        });
        writeFileSync('dist/' + name + '.js', code + '\\n//# sourceMappingURL=' + name + '.js.map\\n');
        writeFileSync('dist/' + name + '.js.map', map);
      }`,
    ),
    run: JS,
  },
  {
    name: 'Babel',
    packages: ['@babel/core', '@babel/cli', '@babel/preset-typescript'],
    imports: './pay.js',
    build: (project) =>
      must(project, [
        'node_modules/@babel/cli/bin/babel.js',
        'src',
        '--extensions=.ts',
        '--presets=@babel/preset-typescript',
        '--out-dir=dist',
        '--source-maps',
      ]),
    run: JS,
  },
  {
    name: 'Rollup',
    packages: ['rollup', 'rollup-plugin-esbuild', 'esbuild'],
    build: script(
      'build.mjs',
      `import { rollup } from 'rollup';
      import esbuild from 'rollup-plugin-esbuild';
      const bundle = await rollup({ input: 'src/main.ts', external: /^(gatebook|node:)/, plugins: [esbuild({ minify: true })] });
      await bundle.write({ file: 'dist/main.mjs', sourcemap: true });`,
    ),
    run: ESM,
  },
  ...['source-map', 'inline-source-map', 'hidden-source-map'].map((devtool) => ({
    name: `webpack, ${devtool}`,
    packages: ['webpack', 'webpack-cli', 'swc-loader', '@swc/core'],
    build: (project: Project) =>
      must(project, [
        'node_modules/webpack-cli/bin/cli.js',
        '--config',
        project.write(
          'webpack.config.cjs',
          `module.exports = {
            mode: 'production',
            target: 'node22',
            devtool: '${devtool}',
            entry: './src/main.ts',
            resolve: { extensions: ['.ts', '.js'] },
            module: { rules: [{ test: /\\.ts$/, loader: 'swc-loader', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } } }] },
            output: { path: '${project.folder}/dist', filename: 'main.cjs' },
            externals: [({ request }, done) => /^gatebook/.test(request) ? done(null, 'commonjs ' + request) : done()],
          };`,
        ),
      ]),
    run: ['dist/main.cjs'],
    isAnonymous: true,
  })),
  {
    name: 'tsup',
    packages: ['tsup', 'typescript@5'],
    build: (project) => {
      project.write(
        'tsup.config.mjs',
        `export default { entry: ['src/main.ts'], format: 'esm', outDir: 'dist', silent: true, sourcemap: true, minify: true };`,
      );
      return must(project, ['node_modules/tsup/dist/cli-default.js']);
    },
    run: JS,
  },
  {
    name: 'ncc',
    packages: ['@vercel/ncc', 'typescript@5', '@types/node'],
    build: (project) => {
      const compilerOptions = {
        module: 'nodenext',
        target: 'es2022',
        sourceMap: true,
        allowImportingTsExtensions: true,
        rewriteRelativeImportExtensions: true,
        skipLibCheck: true,
        types: ['node'],
      };
      project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
      return must(project, [
        'node_modules/@vercel/ncc/dist/ncc/cli.js',
        'build',
        'src/main.ts',
        '-q',
        '-s',
        '--no-source-map-register',
        '-m',
        '-o',
        'dist',
        '-e',
        'gatebook',
        '-e',
        'gatebook/http',
      ]);
    },
    run: ['dist/index.js'],
    isByLine: true,
  },
];
