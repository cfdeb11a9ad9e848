import { afterAll, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import {
  CALLED_AT,
  CALLED_BY_OBJECT_AT,
  GROUP,
  runApp,
  THROWN_AT,
  THROWN_WITHOUT_NEW_AT,
  writeApp,
} from './source-maps/app.ts';
import { BUILDS, type Build, INSTALLED } from './source-maps/builds.ts';
import { NEXT_PACKAGES, runNext } from './source-maps/next.ts';
import { Project } from './toolchains/project.ts';

const isFull = process.env.GUEST === 'full';
const builds = isFull ? [...BUILDS, ...INSTALLED] : BUILDS;

let works = 0;
afterAll(() => figure('source maps', `${works} of ${builds.length} builds name the line of the source`));

test.each(builds)('$name', async (build) => {
  const project = build.packages ? await Project.installed(...build.packages) : Project.linked();
  try {
    project.setType('module');
    writeApp(project, build.imports ?? './pay.ts');
    await build.build?.(project);
    const { own, stack, group, calledFrom, showsSource } = await runApp(project, build.run);
    const thrownAt = placeOf(build, build.dropsNew ? THROWN_WITHOUT_NEW_AT : THROWN_AT);
    const [top = ''] = stack.split('\n');
    expect(placeOf(build, top.replace('file://', ''))).toBe(
      build.isAnonymous
        ? `    at ${project.folder}/${thrownAt}`
        : `    at charge (${project.folder}/${thrownAt}${build.isByLine ? '' : ')'}`,
    );
    expect(group).toBe(`${GROUP} ${build.isAnonymous ? 'src/pay.ts' : 'charge (src/pay.ts)'}`);
    expect(showsSource).toBe(true);
    const [place = ''] = calledFrom;
    if (build.isPlain) expect(place).toMatch(/^src\/pay\.ts:\d+:\d+$/);
    else
      expect(placeOf(build, place)).toBe(
        placeOf(build, build.callsByObject ? CALLED_BY_OBJECT_AT : CALLED_AT),
      );
    // The app's own stack is what Node made of it.
    expect(own.includes('src/pay.ts')).toBe(build.isMapped === true);
    works++;
  } finally {
    project.remove();
  }
});

test.runIf(isFull)('Next.js', async () => {
  const project = await Project.installed(...NEXT_PACKAGES);
  try {
    const { stack, group, calledFrom, showsSource } = await runNext(project);
    expect(stack.split('\n')[0]).toContain(`${project.folder}/${THROWN_AT}`);
    expect(group).toContain('(src/pay.ts)');
    expect(calledFrom).toContain(CALLED_AT);
    expect(showsSource).toBe(true);
  } finally {
    project.remove();
  }
});

/** Without the column, if the map has none. */
function placeOf({ isByLine }: Build, text: string): string {
  return isByLine ? text.replace(/:\d+\)?$/, '') : text;
}
