import { statSync } from 'node:fs';

/**
 * Tells a file from another one at the same path. While it is open, no other file gets its number.
 * @param withContent tells it also from itself after a change
 */
export function identityOf(file: string, withContent: boolean): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  const log = withContent ? statSync(`${file}-wal`, { throwIfNoEntry: false }) : undefined;
  const content = withContent ? [stats?.mtimeMs, stats?.size, log?.mtimeMs, log?.size] : [];
  return [stats?.dev, stats?.ino, ...content].join();
}
