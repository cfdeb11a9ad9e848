import { join } from 'node:path';
import type { Project } from './project.ts';

/** An app as it is imported by its tests. Nothing closes the book. */
const APP = (format: 'esm' | 'cjs') =>
  `${format === 'esm' ? "import { createServer } from 'node:http';\nimport { gatebook } from 'gatebook/http';" : "const { createServer } = require('node:http');\nconst { gatebook } = require('gatebook/http');"}
const server = createServer((request, response) => response.end('hello'));
const book = gatebook(server);
${format === 'esm' ? 'export { book, server };' : 'module.exports = { book, server };'}
`;

const TESTS = (format: 'esm' | 'cjs', file: string) =>
  `${format === 'esm' ? `import { book, server } from '${file}';` : `const { book, server } = require('${file}');`}
beforeAll(() => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => {
  server.closeAllConnections();
  server.close(resolve);
}));
test('answers', async () => {
  const response = await fetch('http://127.0.0.1:' + server.address().port + '/visit');
  expect(await response.text()).toBe('hello');
});
test('is recorded', async () => {
  const { entries } = await book.search('url:/visit');
  // Both files of tests write to the same book, unless it is in memory.
  const least = process.env.GATEBOOK === 'off' ? 0 : 1;
  expect(entries.length).toBeGreaterThanOrEqual(least);
  expect(entries.length).toBeLessThanOrEqual(process.env.GATEBOOK_STORAGE === 'memory:' ? 1 : 2 * least);
});
`;

export interface Suite {
  readonly name: string;
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly format: 'esm' | 'cjs';
  readonly env?: Readonly<Record<string, string>>;
}

/** What a runner says about a suite that keeps something open or works after its end. */
const COMPLAINTS =
  /did not exit|open handle|asynchronous operations|torn down|failed to exit|after the tests? (?:are|is) done|close timed out|hanging-process|Unhandled|DeprecationWarning/i;

const STORAGES = {
  'SQLite book': { GATEBOOK_STORAGE: 'sqlite:BOOK' },
  'memory book': { GATEBOOK_STORAGE: 'memory:' },
  'switched off': { GATEBOOK: 'off' },
} as const;

let books = 0;

/** Runs a suite with each kind of book, and returns what is wrong. */
export async function faultsOf(project: Project, { args, format, env }: Suite): Promise<string[]> {
  const extension = format === 'esm' ? 'mjs' : 'cjs';
  project.write(`app.${extension}`, APP(format));
  // Two files, so that runners use more than one process or context.
  for (const name of ['first', 'second'])
    project.write(`${name}.test.${extension}`, TESTS(format, `./app.${extension}`));
  const faults: string[] = [];
  for (const [kind, variables] of Object.entries(STORAGES)) {
    const book = join(project.folder, `book-of-tests-${++books}`);
    const given = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, value.replace('BOOK', book)]),
    );
    const { code, stdout, stderr } = await project.node(args, { env: { ...env, ...given } });
    const output = stdout + stderr;
    if (code !== 0) faults.push(`${kind}: exit code ${code}: ${output.slice(-1500)}`);
    const complaint = output
      .split('\n')
      .find((line) => COMPLAINTS.test(line) && !line.includes('VM Modules'));
    if (complaint !== undefined) faults.push(`${kind}: ${complaint.trim()}`);
  }
  return faults;
}
