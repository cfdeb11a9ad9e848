import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Profile, Span } from '../../../src/profile/profile.ts';
import { CanarySearch } from '../../support/canary-search.ts';
import type { Library } from './libraries.ts';
import type { LoggingServer } from './servers.ts';

export const GATEBOOK = join(import.meta.dirname, '../../../dist/http.js');
/** A timed call runs this often, and the median counts. */
const TIMES = 5;

/** How an app loads a library: with which statement, and before or after it loads Gatebook and starts its book. */
export const LOADS = ['import before', 'import after', 'require before', 'require after'] as const;
/** The app and the library are one file, made by esbuild. */
export const BUNDLED = 'bundled';
export type Load = (typeof LOADS)[number] | typeof BUNDLED;

/** What was found in one cell of the table. An empty list of faults means that all is right. */
export interface Outcome {
  readonly faults: readonly string[];
  /** Milliseconds between the recorded duration and that in the log of the server: the median, and the least. */
  readonly difference: number;
  readonly least: number;
}

interface Report {
  readonly profile: Profile;
  /** Milliseconds that each timed call took, by the clock of the app. */
  readonly took: readonly number[];
}

/** Runs an app in a process of its own, with a book on disk, and compares what was recorded with what the app did. */
export async function runCell(
  library: Library,
  load: Load,
  folder: string,
  server: LoggingServer | undefined,
): Promise<Outcome> {
  const id = Math.random().toString(36).slice(2, 10);
  const secret = `CANARY${id}CANARY`;
  const word = `cell${id}`;
  const file = join(folder, `app-${id}.${load.startsWith('import') ? 'mjs' : 'cjs'}`);
  const book = mkdtempSync(join(folder, 'book-'));
  const app = appCode(library, load, { secret, word, book, options: server?.options ?? {} });
  writeFileSync(file, app);
  const isBundled = load === BUNDLED;
  try {
    const { profile, took } = await runApp(isBundled ? await bundle(file) : file, folder);
    const expected = library.calls.flatMap(({ code, spans, timed }, call) =>
      Array.from({ length: timed ? TIMES : 1 }, () => spans).flatMap((names) =>
        names.map((name) => ({
          name: name.replaceAll('WORD', word),
          line: lineOf(app, code.replaceAll('WORD', word)),
          call,
        })),
      ),
    );
    const spans = (profile.detail?.spans ?? []).filter(({ kind }) => kind !== 'app');
    if (spans.length === 0) return { faults: ['not seen'], difference: Number.NaN, least: Number.NaN };
    const timed = spans.filter((_, n) => library.calls[expected[n]?.call ?? -1]?.timed);
    const durations = server ? await server.durations(word) : took;
    const faults = compare(spans, expected, isBundled ? '' : basename(file));
    const differences = timed.map(({ duration }, n) =>
      Math.abs((duration ?? 0) / 1000 - (durations[n] ?? 0)),
    );
    if (timed.length !== durations.length)
      faults.push(`${durations.length} timed calls, ${timed.length} spans`);
    if (holds(book, JSON.stringify(profile), secret)) faults.push('a value was found in the book');
    return { faults, difference: median(differences), least: Math.min(...differences) };
  } finally {
    rmSync(book, { recursive: true });
  }
}

async function runApp(file: string, folder: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file], {
    cwd: folder,
    timeout: 60_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** Native code and Gatebook stay files of their own. */
async function bundle(file: string): Promise<string> {
  const outfile = file.replace('.cjs', '-bundled.cjs');
  const external = [GATEBOOK, 'better-sqlite3', 'pg-native', 'cloudflare:sockets'];
  await build({ entryPoints: [file], bundle: true, platform: 'node', outfile, external, logLevel: 'silent' });
  return outfile;
}

interface Expected {
  readonly name: string;
  readonly line: number;
}

function compare(spans: readonly Span[], expected: readonly Expected[], file: string): string[] {
  const names = (list: readonly { name: string }[]) =>
    list.map(({ name }) => name.toLowerCase().replace(/;$/, '')).join('\n');
  if (names(spans) !== names(expected))
    return [
      `seen as:\n${spans.map(({ name }) => name).join('\n')}\ninstead of:\n${expected.map(({ name }) => name).join('\n')}`,
    ];
  // All lines of a bundle look like lines of the app.
  if (file === '') return [];
  const wrong = spans.filter(
    ({ calledFrom = '' }, n) => !calledFrom.startsWith(`${file}:${expected[n]?.line}:`),
  );
  if (wrong.length === 0) return [];
  const other = wrong.flatMap(({ calledFrom }) => calledFrom ?? []);
  if (other.length > 0) return [`wrong calling line: ${other.join(', ')}`];
  const missing = [...new Set(wrong.map(({ name }) => name))];
  return [wrong.length === spans.length ? 'no calling line' : `no calling line for ${missing.join(', ')}`];
}

function holds(book: string, profile: string, secret: string): boolean {
  const search = new CanarySearch();
  search.add(secret);
  search.add(Buffer.from(secret).toString('hex'));
  search.add(Buffer.from(secret.slice(0, 18)).toString('base64'));
  return search.inText(profile).length > 0 || [...search.inFolder(book).values()].flat().length > 0;
}

function lineOf(app: string, code: string): number {
  return app.slice(0, app.indexOf(code)).split('\n').length;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

interface AppValues {
  readonly secret: string;
  readonly word: string;
  readonly book: string;
  readonly options: object;
}

/** Each call is on a line of its own. */
function appCode(library: Library, load: Load, { secret, word, book, options }: AppValues): string {
  const isModule = load.startsWith('import');
  const isBefore = !load.endsWith('after');
  const modules = Object.entries(library.modules);
  const loads = modules.map(([name, path], n) => {
    if (!isModule) return `const ${name} = require('${path}');`;
    const loaded = isBefore
      ? `import * as namespace${n} from '${path}';`
      : `const namespace${n} = await import('${path}');`;
    return `${loaded} const ${name} = namespace${n}.default ?? namespace${n};`;
  });
  const gatebook = isModule
    ? `import { gatebook } from '${pathToFileURL(GATEBOOK).href}'; import { createServer } from 'node:http';`
    : `const { gatebook } = require('${GATEBOOK}'); const { createServer } = require('node:http');`;
  const calls = library.calls.map(({ code, timed }) => (timed ? timedCall(code) : code));
  return `${isBefore ? loads.join('\n') : ''}
${gatebook}
const SECRET = '${secret}';
const OPTIONS = ${JSON.stringify(options)};
const took = [];
let handle;
const server = createServer(async (request, response) => {
  await handle().catch((error) => console.error(error));
  response.end();
});
const book = gatebook(server, { storage: ${JSON.stringify(`sqlite:${book}`)}, key: 'key-of-the-tests-1' });
${isModule && !isBefore ? loads.join('\n') : ''}
${
  isModule
    ? ''
    : `main().catch((error) => { console.error(error); process.exit(1); });
async function main() {
${isBefore ? '' : loads.join('\n')}`
}
${library.setup}
handle = async () => {
${calls.join('\n')}
};
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
await (await fetch('http://127.0.0.1:' + server.address().port)).text();
await book.flush();
const { entries } = await book.search('');
const profile = await book.get(entries[0].token);
await book.close();
process.stdout.write(JSON.stringify({ profile, took }) + '\\n', () => process.exit());
${isModule ? '' : '}'}
`.replaceAll('WORD', word);
}

function timedCall(code: string): string {
  return `for (let n = 0; n < ${TIMES}; n++) { const before = performance.now(); ${code} took.push(performance.now() - before); }`;
}
