import { statSync } from 'node:fs';

/**
 * Differs for another file at the same path. While a file is open, no other gets its number.
 * @param withContent differs also for the same file after a change
 */
export function identityOf(file: string, withContent: boolean): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  const log = withContent ? statSync(`${file}-wal`, { throwIfNoEntry: false }) : undefined;
  const content = withContent ? [stats?.mtimeMs, stats?.size, log?.mtimeMs, log?.size] : [];
  return [stats?.dev, stats?.ino, ...content].join();
}
