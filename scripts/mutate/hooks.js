// Loaded into the process that runs tests, its threads and the processes that it starts: replaces the mutated files and Vitest, and can load all again.
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { noteReached } from './reached-elsewhere.js';

const { root, mutated, count, reachedFile } = JSON.parse(readFileSync(process.env.MUTATE_PLAN, 'utf8'));
const isTestProcess = isMainThread && process.argv[1]?.endsWith('test-process.js');
const sources = new Map();
const folder = pathToFileURL(`${root}/`).href;
const isOurs = (url) => url.startsWith(folder) && !url.startsWith(`${folder}node_modules/`);

globalThis.__mutate = {
  /** The mutant that the code chooses. */
  id: Number(process.env.MUTATE_ID ?? -1),
  /** Marks the mutants that were reached. */
  reached: isTestProcess ? new Uint8Array(count) : noteReached(reachedFile, count),
  /** Each load of the tests has a number, so that modules are evaluated again. */
  load: 0,
};

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest' && !context.parentURL?.endsWith('/test-functions.js'))
      return next(new URL('./test-functions.js', import.meta.url).href, context);
    const resolved = next(specifier, context);
    if (!isOurs(resolved.url) || resolved.url.includes('/scripts/mutate/')) return resolved;
    const { load } = globalThis.__mutate;
    return load === 0 ? resolved : { ...resolved, url: `${resolved.url.split('?')[0]}?${load}` };
  },
  load(url, context, next) {
    if (!isOurs(url) || !/\.tsx?(?:\?|$)/.test(url)) return next(url, context);
    const file = fileURLToPath(url.split('?')[0]);
    if (!sources.has(file)) sources.set(file, compile(file));
    return { format: 'module', source: sources.get(file), shortCircuit: true };
  },
});

function compile(file) {
  // The number of the load, at the end of the URL, is not part of the name of the file.
  const url = JSON.stringify(pathToFileURL(file).href);
  const source = readFileSync(mutated[file] ?? file, 'utf8').replaceAll('import.meta.url', url);
  if (!file.endsWith('.tsx')) return stripTypeScriptTypes(source);
  const { transformSync } = process.getBuiltinModule('node:module').createRequire(import.meta.url)('esbuild');
  const options = { loader: 'tsx', jsx: 'automatic', jsxImportSource: 'hono/jsx', target: 'esnext' };
  return transformSync(source, {
    ...options,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  }).code;
}
