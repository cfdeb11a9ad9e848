import { join } from 'node:path';
import type { Project, Run } from './project.ts';

export type Format = 'esm' | 'cjs' | 'typescript';

const IMPORTS: Readonly<Record<Format, string>> = {
  esm: `import { createServer } from 'node:http';
import { note } from 'gatebook';
import { gatebook } from 'gatebook/http';
`,
  cjs: `const { createServer } = require('node:http');
const { note } = require('gatebook');
const { gatebook } = require('gatebook/http');
`,
  typescript: `import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GatebookOptions, note } from 'gatebook';
import { gatebook } from 'gatebook/http';
const options: GatebookOptions = { storage: process.env.BOOK as string };
`,
};

/** An app that makes a request to itself, opens the page, prints what it got, and ends. */
export function appSource(format: Format): string {
  const isTyped = format === 'typescript';
  return `${IMPORTS[format]}
const server${isTyped ? ': Server' : ''} = createServer((request, response) => {
  note('kind', 'visit');
  response.end('hello');
});
const book = gatebook(server, ${isTyped ? 'options' : '{ storage: process.env.BOOK }'});
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address()${isTyped ? ' as AddressInfo' : ''};
  const get = (path${isTyped ? ': string' : ''}) =>
    fetch('http://127.0.0.1:' + port + path, { headers: { authorization: 'Bearer ' + process.env.GATEBOOK_KEY } });
  const answer = await (await get('/visit')).text();
  const { entries } = await book.search('url:/visit');
  const token = entries[0]?.token ?? '';
  const profile = JSON.stringify(await book.get(token));
  const html = await (await get('/_profiler')).text();
  const css = /href="([^"]*page\\.css[^"]*)"/.exec(html)?.[1] ?? '/none';
  const style = (await get(css)).headers.get('content-type');
  const opened = await (await get('/_profiler/' + token)).text();
  console.log(JSON.stringify({
    answer,
    found: entries.length,
    noted: profile.includes('visit'),
    page: html.includes('Profile Search'),
    opened: opened.includes(token),
    style,
    stats: book.stats(),
  }));
  await book.close();
  server.closeAllConnections();
  server.close();
});
`;
}

export const WORKS = 'works';

/** Said where the temporary folder is in memory, by an app whose bundle sets NODE_ENV to production. */
const ON_TMPFS = /^gatebook: The book is in memory \(tmpfs\).*\n/m;

/** What an app did: \`works\`, what Gatebook said, or what went wrong. */
function verdictOf({ code, stdout, stderr: all }: Run): string {
  const stderr = all.replace(ON_TMPFS, '');
  const wrong = (what: string) => `FAILED (${what}): ${`${stdout} ${stderr}`.trim().slice(0, 400)}`;
  if (code !== 0) return wrong(`exit code ${code}`);
  let seen: Seen;
  try {
    seen = JSON.parse(stdout);
  } catch {
    return wrong('no output');
  }
  if (seen.answer !== 'hello') return wrong('another answer');
  const said = /^gatebook: (.+)\n$/.exec(stderr)?.[1];
  if (said !== undefined && seen.stats.recorded === 0) return said;
  if (stderr !== '') return wrong('stderr');
  const { stats } = seen;
  const isRecorded = seen.found === 1 && seen.noted && stats.recorded > 0 && stats.stored === stats.recorded;
  if (!isRecorded || stats.restarts > 0 || stats.faults > 0) return wrong('not recorded');
  return seen.page && seen.opened && seen.style?.startsWith('text/css') ? WORKS : wrong('no page');
}

interface Seen {
  readonly answer: string;
  readonly found: number;
  readonly noted: boolean;
  readonly page: boolean;
  readonly opened: boolean;
  readonly style: string | null;
  readonly stats: Readonly<Record<'recorded' | 'stored' | 'restarts' | 'faults', number>>;
}

let books = 0;

/** Runs the app with a book of its own, or with that in `BOOK`. */
export async function runApp(
  project: Project,
  args: readonly string[],
  program: string = process.execPath,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  // With NODE_ENV=test, the start says nothing.
  const env = { BOOK: `sqlite:${join(project.folder, `book-${++books}`)}`, NODE_ENV: 'test', ...variables };
  return verdictOf(await project.run(program, args, { env }));
}
