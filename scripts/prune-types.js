// Removes the types in dist/cjs that no entry point needs: tsc writes a file for each source file, and each takes up a block on disk.
import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { typesVersions, types } = JSON.parse(readFileSync('package.json', 'utf8'));
const needed = new Set();

function need(file) {
  if (needed.has(file)) return;
  needed.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.tsx?['"]/g))
    need(join(dirname(file), `${path}.d.ts`));
}

for (const file of [types, ...Object.values(typesVersions['*']).flat()]) need(join(file));
for (const file of globSync('dist/cjs/**/*.d.ts')) if (!needed.has(file)) rmSync(file);
// Folders that are empty now.
for (const folder of globSync('dist/cjs/**/').sort().reverse()) {
  if (globSync(`${folder}/**/*`).length === 0) rmSync(folder, { recursive: true });
}
