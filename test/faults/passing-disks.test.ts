import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { gatebookWith } from '../support/run-cli-later.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';
import { tryToMountImage, tryToMountTmpfs } from './disk/small-disks.ts';

const root = mkdtempSync(join(tmpdir(), 'gatebook-passing-'));
const mounted: string[] = [];
const apps: RunningApp[] = [];
const reason = tryToMountTmpfs(join(root, 'probe'), 'size=1m');
if (reason === null) mounted.push(join(root, 'probe'));
else console.log(`Disks that are lost are not tested, because none can be mounted: ${reason}`);
afterAll(async () => {
  for (const app of apps) await app.stop();
  for (const folder of mounted.toReversed()) execFileSync('umount', [folder]);
  rmSync(root, { recursive: true });
});

function mount(type: string, options: string): string {
  const folder = join(root, String(mounted.length));
  mkdirSync(folder);
  execFileSync('mount', ['-t', type, '-o', options, type, folder], { stdio: 'pipe' });
  mounted.push(folder);
  return folder;
}

/** The upper layer must not be on an overlay itself. */
function mountOverlay(): string {
  const layers = mount('tmpfs', 'size=16m');
  const [lower, upper, work] = ['lower', 'upper', 'work'].map((name) => join(layers, name));
  for (const layer of [lower, upper, work]) mkdirSync(layer ?? '');
  return mount('overlay', `lowerdir=${lower},upperdir=${upper},workdir=${work}`);
}

function mountDisk(): string {
  const folder = join(root, 'disk');
  expect(tryToMountImage(folder, 16)).toBeNull();
  mounted.push(folder);
  return folder;
}

test.skipIf(reason !== null).each([
  ['overlay', mountOverlay, 'it is lost at the next deployment'],
  ['tmpfs', () => mount('tmpfs', 'size=16m'), 'it is lost when the container or the machine restarts'],
])('the log and the doctor say that a book on %s will be lost', async (type, mountIt, lost) => {
  const storage = `sqlite:${join(mountIt(), 'book')}`;
  const app = await startApp({ storage, env: { NODE_ENV: 'production' } });
  apps.push(app);
  await expect.poll(() => app.output()).toContain(`(${type}): ${lost}`);
  expect((await gatebookWith({}, root, 'doctor', '--storage', storage)).stdout).toContain(lost);
});

test.skipIf(reason !== null)('on a disk, nothing is said', async () => {
  const storage = `sqlite:${join(mountDisk(), 'book')}`;
  const app = await startApp({ storage, env: { NODE_ENV: 'production' } });
  apps.push(app);
  await expect.poll(() => app.output()).toContain('npx gatebook open');
  expect((await gatebookWith({}, root, 'doctor', '--storage', storage)).stdout).not.toContain('lost');
  await app.stop();
  expect(app.output()).not.toContain('lost');
});
