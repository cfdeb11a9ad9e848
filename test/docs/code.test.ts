import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { type CodeBlock, codeBlocks, MARKDOWN_FILES, ROOT } from './markdown.ts';

/** Blocks that need packages which are not installed here, by the name in their first line. Others run or compile them. */
const PARSED_ONLY: readonly (readonly [file: RegExp, reason: string])[] = [
  [/^docs\/frameworks\.md: (?!src\/main\.ts)/, 'test/guest runs them in projects of these frameworks'],
  [/^docs\/frameworks\.md: src\/main\.ts/, 'imports a module of the project; test/guest runs it'],
  [
    /^docs\/security\.md: admin\.js/,
    'test/page/mounted-page.test.ts mounts the page without express-session',
  ],
  [/^docs\/instrumentation\.md: otel\.mjs/, 'test/guest/otel.guest.ts runs it with the SDK'],
];
/** Blocks that are whole files, and are run by other tests. The rest run here. */
const RUN_ELSEWHERE: readonly (readonly [file: RegExp, reason: string])[] = [
  [/^docs\/extending\.md: /, 'test/extending runs the examples, and the suite of a store'],
  [/^docs\/deploy\.md: (?:ecosystem\.config|server)\.cjs/, 'test/guest/deploy.guest.ts runs them with pm2'],
  [/^docs\/recording\.md: worker\.js/, 'needs Redis; test/recording/jobs runs BullMQ'],
  [/^docs\/get-started\.md: app\.mjs/, 'listens; a test below starts it'],
];

// Inside of the repository, so that its packages and `gatebook` itself are found.
mkdirSync(join(ROOT, 'test-results'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'test-results/docs-code-'));
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = MARKDOWN_FILES.filter((file) => file.startsWith('docs/'))
  .flatMap(codeBlocks)
  .filter(({ language }) => /^(?:m|c)?[jt]sx?$|^(?:java|type)script$/.test(language))
  .map((block) => ({ ...block, name: nameOf(block), path: pathOf(block) }));
const isListed = (list: readonly (readonly [RegExp, string])[], name: string) =>
  list.some(([pattern]) => pattern.test(name));
const checked = blocks.filter(({ name }) => !isListed(PARSED_ONLY, name));
const fragments = checked.filter(({ name }) => !isListed(RUN_ELSEWHERE, name));
for (const { path, code } of checked) writeFileSync(path, code);

/** `docs/page.md: app.mjs` by the comment in its first line, or `docs/page.md:12`. */
function nameOf({ file, line, code }: CodeBlock): string {
  const name = /^\/\/ (?:add to )?([\w./-]+\.\w+)/.exec(code)?.[1];
  return name ? `${file}: ${name}` : `${file}:${line}`;
}

function pathOf({ file, line, code, language }: CodeBlock): string {
  const kind = /\b(?:require\(|module\.exports)/.test(code) ? 'c' : 'm';
  return join(folder, `${file.replaceAll(/\W+/g, '-')}-${line}.${kind}${language[0] ?? 'j'}s`);
}

test('every block of code is valid JavaScript or TypeScript', () => {
  expect(blocks.length).toBeGreaterThan(25);
  const invalid = blocks.filter(({ code }) => {
    try {
      transformSync(code, { loader: 'tsx', logLevel: 'silent' });
      return false;
    } catch {
      return true;
    }
  });
  expect(invalid.map(({ name }) => name)).toEqual([]);
});

test('every exception still exists', () => {
  for (const [pattern] of [...PARSED_ONLY, ...RUN_ELSEWHERE])
    expect(
      blocks.some(({ name }) => pattern.test(name)),
      String(pattern),
    ).toBe(true);
});

test('blocks of code have no type errors', () => {
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      checkJs: true,
      noImplicitAny: false,
      noUncheckedIndexedAccess: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      types: ['node'],
    },
    files: [
      ...checked.filter(({ name }) => !/^docs\/extending\.md: examples/.test(name)).map(({ path }) => path),
    ],
    include: [join(ROOT, 'test/docs/code-globals.d.ts')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '-p', folder], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
});

test('fragments run without an error', () => {
  const output = execFileSync(
    process.execPath,
    [join(import.meta.dirname, 'code-globals.mjs'), ...fragments.map(({ path }) => path)],
    { encoding: 'utf8', env: { ...process.env, DOCS_CODE: `${folder}/books-` } },
  );
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual([]);
});

test('the app of docs/get-started.md prints the link to its page', () => {
  const app = checked.find(({ name }) => name === 'docs/get-started.md: app.mjs');
  const ended = `${app?.code.replace('listen(3000)', 'listen(0)')}\nsetTimeout(() => process.exit(), 500);\n`;
  const file = join(folder, 'get-started.mjs');
  writeFileSync(file, ended);
  const { stderr } = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'development', GATEBOOK_STORAGE: 'memory:' },
  });
  expect(stderr).toMatch(/^gatebook: Profile Search: http:\/\/localhost:\d+\/_profiler#key=/m);
});
