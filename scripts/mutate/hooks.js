// Loaded into the process that runs tests, its threads and the processes that it starts: replaces the mutated files and Vitest, and can load all again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes, syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import threads, { isMainThread, threadId } from 'node:worker_threads';
import { noteReached } from './reached-elsewhere.js';

const { root, mutated, count, reachedFile } = JSON.parse(readFileSync(process.env.MUTATE_PLAN, 'utf8'));
const isTestProcess = isMainThread && process.argv[1]?.endsWith('test-process.js');
const sources = new Map();
const compiled = join(dirname(process.env.MUTATE_PLAN), 'compiled');
mkdirSync(compiled, { recursive: true });
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

// Our threads do not take over the flags of the process.
threads.Worker = class extends threads.Worker {
  constructor(file, options = {}) {
    const { execArgv = process.execArgv } = options;
    super(
      file,
      options.eval ? options : { ...options, execArgv: [...execArgv, '--import', import.meta.url] },
    );
  }
};
syncBuiltinESMExports();

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
    if (!sources.has(file)) sources.set(file, compiledOnce(file));
    return { format: 'module', source: sources.get(file), shortCircuit: true };
  },
});

/** Threads and processes take what another one has compiled: most of their start would be that. */
function compiledOnce(file) {
  const path = join(compiled, `${createHash('sha1').update(file).digest('hex')}.js`);
  if (existsSync(path)) return readFileSync(path, 'utf8');
  const code = compile(file);
  const own = `${path}.${process.pid}.${threadId}`;
  writeFileSync(own, code);
  renameSync(own, path);
  return code;
}

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
