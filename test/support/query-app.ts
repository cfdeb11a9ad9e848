import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Span } from '../../src/profile/profile.ts';

const ROOT = join(import.meta.dirname, '../..');
const GATEBOOK = pathToFileURL(join(ROOT, 'dist/http.js')).href;

/** The ways in which an app can load a library: `lib` is what it exports. */
export const LOADS = ['require before', 'require after', 'import before', 'import after'] as const;

interface QueryApp {
  /** A folder from `installLibrary`. */
  readonly folder: string;
  /** The library to load as `lib`, which has the exports of its CommonJS module. */
  readonly library: string;
  readonly load: (typeof LOADS)[number];
  /** Code that creates `client`. */
  readonly setup: string;
  /** Code of the request. */
  readonly query: string;
  /** Code that ends the client. */
  readonly end?: string;
}

/** Runs an app in a process of its own, with Gatebook as it is built. Returns the spans of its only request. */
export async function runQueryApp(app: QueryApp): Promise<readonly Span[]> {
  const { folder, library, load, setup, query, end = '' } = app;
  const loads = {
    'require before': `const lib = createRequire(import.meta.url)('${library}');`,
    'import before': `import * as namespace from '${library}'; const lib = namespace.default ?? namespace;`,
    'require after': `const lib = createRequire(import.meta.url)('${library}');`,
    'import after': `const namespace = await import('${library}'); const lib = namespace.default ?? namespace;`,
  };
  const file = join(folder, `app-${load.replace(' ', '-')}-${Math.random()}.mjs`);
  writeFileSync(
    file,
    `import { createServer } from 'node:http';
    import { createRequire } from 'node:module';
    import { gatebook } from '${GATEBOOK}';
    ${load.endsWith('before') ? loads[load] : ''}
    let handle;
    const server = createServer(async (request, response) => response.end(await handle()));
    const book = gatebook(server, { storage: 'memory:', key: 'key-of-the-tests-1' });
    ${load.endsWith('after') ? loads[load] : ''}
    ${setup}
    handle = async () => {
      ${query}
      return 'done';
    };
    server.listen(0, '127.0.0.1', async () => {
      await (await fetch('http://127.0.0.1:' + server.address().port)).text();
      await book.flush();
      const { entries } = await book.search('');
      const { detail } = await book.get(entries[0].token);
      console.log(JSON.stringify(detail.spans ?? []));
      ${end}
      process.exit();
    });`,
  );
  const limits = { timeout: 15_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file], {
    cwd: folder,
    ...limits,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/**
 * Creates a folder that has a library in its node_modules. An older version, which is installed under another name, is copied
 * to its own name.
 */
export function installLibrary(name: string, installedAs = name): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatebook-library-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  const source = join(ROOT, 'node_modules', installedAs);
  if (name === installedAs) symlinkSync(source, join(modules, name));
  else cpSync(source, join(modules, name), { recursive: true });
  for (const path of [source, ...packagesIn(join(source, 'node_modules'))]) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) {
      const target = join(modules, dependency);
      if (existsSync(join(source, 'node_modules', dependency)) || existsSync(target)) continue;
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', dependency), target);
    }
  }
  return folder;
}

/** The packages in a folder `node_modules`, without those inside of them. */
function packagesIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? packagesIn(join(modules, name)) : [join(modules, name)]));
}
