// The packed package, installed as images are built, and run as containers run it. `npm run e2e:guest -- --full test/guest/installs.guest.ts`
// installs with npm and pnpm; Yarn's Plug'n'Play is in toolchains.guest.ts. CI runs the built package of this repository.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { appSource, runApp, WORKS } from './toolchains/app.ts';
import { Project, pack } from './toolchains/project.ts';

const isFull = process.env.GUEST === 'full';

const AS_USER = 'setpriv --reuid 54321 --regid 54321 --clear-groups';
/** A user without a name and a home. Only the folder of the book can be written to. */
const CONTAINED = [
  // It may be in a folder of root alone, and on another file system than the root.
  'mount --bind . /mnt && cd /mnt',
  'mount -t tmpfs -o mode=1777 tmpfs data',
  'mount -o remount,bind,ro /mnt && mount -o remount,bind,ro / && ! touch x 2> /dev/null',
  `exec ${AS_USER} env -u HOME "$@"`,
].join(' && ');
/** The user has to reach Node, and the modules of this repository beside it. */
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-m', 'mount', '-o', 'remount,bind,ro', '/']).status === 0 &&
  spawnSync('sh', ['-c', `${AS_USER} "${process.execPath}" --version`]).status === 0;

const projects: Project[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

function newProject(): Project {
  const project = new Project();
  projects.push(project);
  return project;
}

/** Runs the app in both formats, as root and as a container does. */
async function expectWorks(project: Project): Promise<void> {
  project.write('app.mjs', appSource('esm'));
  project.write('app.cjs', appSource('cjs'));
  mkdirSync(join(project.folder, 'data'));
  chmodSync(project.folder, 0o755);
  for (const app of ['app.mjs', 'app.cjs']) {
    expect(await runApp(project, [app])).toBe(WORKS);
    const args = ['-m', 'sh', '-c', CONTAINED, 'sh', process.execPath, app];
    const BOOK = 'sqlite:/mnt/data/book';
    expect(await runApp(project, args, 'unshare', { BOOK })).toBe(WORKS);
  }
}

describe.skipIf(!canMount)('without a name, a home and a file system to write to', () => {
  test('the built package works', async () => {
    const project = Project.linked();
    projects.push(project);
    await expectWorks(project);
  });
});

describe.runIf(isFull && canMount)('installed by', () => {
  test('npm, without development dependencies and scripts', async () => {
    const project = newProject();
    await project.install('--omit=dev', '--ignore-scripts', await pack());
    await expectWorks(project);
    const { stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8' });
    figure('npm', `${stdout.trim()} works`);
  });

  test('pnpm', async () => {
    const [tools, project] = [newProject(), newProject()];
    await tools.install('pnpm');
    const add = ['add', '--prod', '--ignore-scripts', `gatebook@file:${await pack()}`];
    const { code, stdout, stderr } = await project.run(join(tools.folder, 'node_modules/.bin/pnpm'), add);
    expect({ code, output: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, output: '' });
    await expectWorks(project);
    figure('pnpm', `${tools.versionOf('pnpm')} works`);
  });
});
