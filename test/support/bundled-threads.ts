import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE_FILES = join(ROOT, 'src/package-files.ts');
/** The bundled file of each thread, for the processes of the tests. */
const VARIABLE = 'BUNDLED_THREADS';
const CODE_FILE = 'export function codeFile(folderOfSource: string, name: string): URL {';

/**
 * Bundles the code of the threads once, so that the stores and books of the tests start theirs in half the time: Node would load a
 * hundred files of TypeScript for each. In all else the threads run as from src/.
 */
export async function bundledThreads(): Promise<Plugin> {
  const { outputFiles } = await build({
    entryPoints: ['src/pipeline/writer/writer-worker.ts', 'src/store/sqlite/worker.ts'],
    entryNames: '[name]',
    outdir: 'test-results',
    absWorkingDir: ROOT,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node22',
    charset: 'utf8',
    write: false,
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(PACKAGE_FILES).href) },
  });
  const files = Object.fromEntries(outputFiles.map(({ path, text }) => [nameOf(path), write(text)]));
  process.env[VARIABLE] = JSON.stringify(files);
  return {
    name: 'bundled-threads',
    enforce: 'pre',
    transform(code, id) {
      if (id !== PACKAGE_FILES) return;
      if (!code.includes(CODE_FILE)) throw new Error(`${PACKAGE_FILES} has no function codeFile() any more.`);
      // By a variable, because Vitest may keep the transformed code of an earlier run.
      const lookUp = `const file = JSON.parse(process.env.${VARIABLE})[name]; if (file) return new URL(file);`;
      return { code: code.replace(CODE_FILE, `${CODE_FILE} ${lookUp}`), map: null };
    },
  };
}

const nameOf = (path: string) => path.replace(/^.*[\\/]|\.js$/g, '');

/** Several runs may write it at once, so its name is that of its content. */
function write(text: string): string {
  const folder = join(ROOT, 'test-results/threads');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`);
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
  return pathToFileURL(file).href;
}
