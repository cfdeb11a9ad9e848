// npm ci rejects a lock file without the optional packages of other platforms, but npm leaves them out if the registry
// does not provide them. This script adds the missing entries and derives the platform from the package name.
// Run it with `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs';

const LOCK = new URL('../package-lock.json', import.meta.url);
const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
const missing = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!isLocked(path, name)) missing.push([`node_modules/${name}`, platformEntry(name, version, entry)]);
  }
}
for (const [path, entry] of missing) lock.packages[path] = entry;
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} entries added to package-lock.json`);

/** Whether a package at this path can resolve the other, as Node resolves it. */
function isLocked(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function platformEntry(name, version, { dev }) {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length + cpu.length === 0) throw new Error(`${name} does not name its platform: add it by hand`);
  const libc = words.some((word) => word.startsWith('musl')) ? ['musl'] : undefined;
  return { version: version.replace(/^[^\d]*/, ''), cpu, dev, libc, optional: true, os };
}
