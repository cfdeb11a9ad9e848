// Next.js: started by `gatebook run`, without a line of Gatebook in the app. Next.js is large, so it is installed at the first start.
import { execSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const cwd = import.meta.dirname;
const cli = join(cwd, '../../dist/cli.js');
const next = join(cwd, 'node_modules/next/dist/bin/next');

if (!existsSync(next)) {
  console.log('Installing Next.js in examples/next, which takes about half a minute.');
  execSync('npm install --no-package-lock --no-audit --no-fund', { cwd, stdio: 'inherit' });
}

const port = process.env.PORT ?? '3000';
const app = spawn(
  process.execPath,
  [cli, 'run', '--', process.execPath, next, 'dev', '--hostname', '127.0.0.1', '--port', port],
  { cwd, stdio: 'inherit' },
);
app.once('exit', (code) => process.exit(code ?? 1));
process.once('SIGINT', () => app.kill('SIGINT')).once('SIGTERM', () => app.kill('SIGTERM'));
