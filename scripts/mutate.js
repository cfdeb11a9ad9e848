// Changes the code of a folder or a file in one small place at a time, and shows the changes that the tests of the folder don't notice.
//   npm run mutate -- src/profile
//   npm run mutate -- src/format/glob.ts --concurrency 2   with options of `stryker run`
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

// Not a development dependency: npm ci would install 174 more packages for a tool that is rarely used.
const PACKAGES = ['core', 'vitest-runner'].map((name) => `--package=@stryker-mutator/${name}@10.1.1`);

const [path, ...options] = process.argv.slice(2);
if (!path) {
  console.error('Name a folder or a file, for example: npm run mutate -- src/profile');
  process.exit(2);
}
const isFile = /\.tsx?(?::|$)/.test(path);
const folder = isFile ? dirname(path) : path.replace(/\/$/, '');
const mutate = isFile ? path : `${folder}/**/*.ts*,!${folder}/**/*.test.ts*`;
const stryker = ['--yes', ...PACKAGES, 'stryker', 'run', 'scripts/stryker.json', '--mutate', mutate];
const { status } = spawnSync('npx', [...stryker, ...options], {
  // Not --testFiles: with it, Stryker 10.1 says that every change to a constant of a module survives.
  env: { ...process.env, MUTATE_TESTS: `${folder}/**/*.test.{ts,tsx}` },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
