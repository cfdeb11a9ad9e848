// npm run faults:access            small enough for CI
// npm run faults:access -- --full  every path, spelling, method and credential
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatTable, type Row } from './table.ts';

const ACCESS = process.argv.includes('--full') ? 'full' : 'quick';
const folder = mkdtempSync(join(tmpdir(), 'gatebook-access-'));
const ACCESS_ROWS = join(folder, 'rows');
writeFileSync(ACCESS_ROWS, '');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'test/faults/access/'],
  { stdio: 'inherit', env: { ...process.env, ACCESS, ACCESS_ROWS } },
);
const lines = readFileSync(ACCESS_ROWS, 'utf8').split('\n').filter(Boolean);
console.log(formatTable(lines.map((line) => JSON.parse(line) as Row)));
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
