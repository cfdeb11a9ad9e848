import { afterAll, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { CALLED_AT, GROUP, runApp, THROWN_AT, THROWN_WITHOUT_NEW_AT, writeApp } from './source-maps/app.ts';
import { BUILDS, INSTALLED } from './source-maps/builds.ts';
import { Project } from './toolchains/project.ts';

const isFull = process.env.GUEST === 'full';
const builds = isFull ? [...BUILDS, ...INSTALLED] : BUILDS;

let works = 0;
afterAll(() => figure('source maps', `${works} of ${builds.length} builds name the line of the source`));

test.each(builds)(
  '$name',
  async ({ packages, imports = './pay.ts', build, run, isMapped, isPlain, dropsNew }) => {
    const project = packages ? await Project.installed(...packages) : Project.linked();
    try {
      project.write('package.json', '{ "name": "app", "private": true, "type": "module" }');
      writeApp(project, imports);
      await build?.(project);
      const { own, stack, group, calledFrom, showsSource } = await runApp(project, run);
      const [top = ''] = stack.split('\n');
      expect(top.replace('file://', '')).toBe(
        `    at charge (${project.folder}/${dropsNew ? THROWN_WITHOUT_NEW_AT : THROWN_AT})`,
      );
      expect(group).toBe(GROUP);
      expect(showsSource).toBe(true);
      const [place = ''] = calledFrom;
      if (isPlain) expect(place).toMatch(/^src\/pay\.ts:\d+:\d+$/);
      else expect(place).toBe(CALLED_AT);
      // The app's own stack is what Node made of it.
      expect(own.includes('src/pay.ts')).toBe(isMapped === true);
      works++;
    } finally {
      project.remove();
    }
  },
);
