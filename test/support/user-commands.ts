import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** The environment of a user: nothing of Vitest, of npm's own variables or of Gatebook, and the tested version of Node first. */
export const USER_ENV: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(?:VITEST|GATEBOOK_|npm_(?!config_)|(?:TEST|DEV|PROD|MODE|SSR|BASE_URL|NODE_ENV|NODE)$)/.test(
          name,
        ),
    ),
  ),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  CI: '1',
  NO_COLOR: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  // Questions to the registry that do not matter here.
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_update_notifier: 'false',
};

/** Packs this repository as npm would publish it. Returns the path of the file: that in TARBALL, if it is set. */
export function pack(folder: string): string {
  if (process.env.TARBALL) return process.env.TARBALL;
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, stdio: 'pipe' });
  return join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '');
}

export async function runCommand(
  command: string,
  cwd: string,
  env: NodeJS.ProcessEnv = USER_ENV,
): Promise<void> {
  try {
    await promisify(execFile)('sh', ['-c', command], { cwd, env, timeout: 600_000, maxBuffer: 1 << 26 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} failed:\n${stdout.slice(-2000)}\n${stderr.slice(-4000)}`);
  }
}

export function writeFiles(files: Readonly<Record<string, string>>, folder: string): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
