import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

/** Where and when this runs, in one line. */
export function machineText(): string {
  const date = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const cores = availableParallelism();
  const model = cpus()[0]?.model.trim() || `unknown ${process.arch} CPU`;
  return [
    date,
    `${cores} ${cores === 1 ? 'core' : 'cores'} of ${model}`,
    `${(totalmem() / 1e9).toFixed(0)} GB`,
    `${systemName()}, ${type()} ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
  ].join(', ');
}

function systemName(): string {
  try {
    const [, name] = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
    return name?.replace('GNU/Linux ', '') ?? process.platform;
  } catch {
    return process.platform;
  }
}

/** A package and its installed version, such as `pino-http 11.0.0`. */
export function packageText(name: string, folder = join(import.meta.dirname, '../..')): string {
  const path = join(folder, 'node_modules', name, 'package.json');
  return `${name} ${(JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version}`;
}
