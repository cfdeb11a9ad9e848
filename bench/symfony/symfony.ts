import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface SymfonySearch {
  readonly ip?: string;
  readonly url?: string;
  readonly status?: string;
}

/** Where Debian installs it, or where `SYMFONY` says. */
const HTTP_KERNEL = process.env.SYMFONY ?? '/usr/share/php/Symfony/Component/HttpKernel';

/** The versions of PHP and Symfony, or `null` if they are not installed. */
export function symfonyVersions(): readonly string[] | null {
  if (!existsSync(join(HTTP_KERNEL, 'Profiler/FileProfilerStorage.php'))) return null;
  try {
    const php = execFileSync('php', ['-r', 'echo PHP_VERSION;'], { encoding: 'utf8' });
    const kernel = readFileSync(join(HTTP_KERNEL, 'Kernel.php'), 'utf8');
    return [`PHP ${php}`, `Symfony ${/ VERSION = '([^']+)'/.exec(kernel)?.[1] ?? 'of unknown version'}`];
  } catch {
    return null;
  }
}

/** Searches an index in a process that has loaded Symfony's classes. */
export function startSymfony(folder: string) {
  const php = spawn('php', [join(import.meta.dirname, 'find.php'), HTTP_KERNEL, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: php.stdout })[Symbol.asyncIterator]();
  return {
    async find(search: SymfonySearch): Promise<{ readonly ms: number; readonly found: number }> {
      php.stdin.write(`${JSON.stringify(search)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('php ended before it answered. Its error is above.');
      return JSON.parse(value);
    },
    stop: () => php.stdin.end(),
  };
}
