import type { Project } from '../toolchains/project.ts';

/** The lines before the code are gone after compilation, so that lines differ from those of the source. */
export const PAY = `import { getJson } from 'small-client';

export interface Order {
  readonly id: number;
  readonly total: number;
}

interface Rates {
  readonly eur: number;
}

export function charge(order: Order): number {
  if (order.total < 0) {
    throw new RangeError('A total can not be below zero');
  }
  return order.total;
}

export async function askRates(port: number): Promise<Rates> {
  return (await getJson('http://127.0.0.1:' + port + '/rates')) as Rates;
}
`;

const MAIN = `import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { report } from 'gatebook';
import { gatebook } from 'gatebook/http';
import { askRates, charge, type Order } from './EXTENSION';

interface Seen {
  stack: string;
}
const seen: Seen = { stack: '' };
const portOf = () => (server.address() as AddressInfo).port;

const server = createServer(async (request, response) => {
  if (request.url === '/rates') return response.end('{"eur":1}');
  await askRates(portOf());
  try {
    charge({ id: 1, total: -1 } satisfies Order);
  } catch (error) {
    seen.stack = (error as Error).stack as string;
    response.statusCode = 500;
    report(error);
  }
  response.end();
});
const book = gatebook(server, { storage: process.env.BOOK as string });
server.listen(0, '127.0.0.1', async () => {
  const response = await fetch('http://127.0.0.1:' + portOf() + '/pay');
  await response.text();
  const { entries } = await book.search('url:/pay');
  const profile = await book.get(entries[0]?.token as string);
  const page = await fetch('http://127.0.0.1:' + portOf() + '/_profiler/' + entries[0]?.token + '?panel=exception', {
    headers: { authorization: 'Bearer ' + process.env.GATEBOOK_KEY },
  });
  console.log(
    JSON.stringify({
      own: seen.stack,
      stack: profile?.detail?.exception?.stack,
      group: profile?.errorGroup,
      calledFrom: profile?.detail?.spans?.map((span) => span.calledFrom),
      showsSource: (await page.text()).includes('A total can not be below zero&#39;);</mark>'),
    }),
  );
  await book.close();
  server.closeAllConnections();
  server.close();
});
`;

/** Where a text is in \`src/pay.ts\`. */
function placeOf(text: string): string {
  const lines = PAY.split('\n');
  const line = lines.findIndex((each) => each.includes(text));
  return `src/pay.ts:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`;
}

export const THROWN_AT = placeOf('new RangeError');
/** Some minifiers remove `new`. */
export const THROWN_WITHOUT_NEW_AT = placeOf('RangeError(');
export const CALLED_AT = placeOf('getJson(');
/** Node's place of `(0, client.getJson)(…)` is the second parenthesis. */
export const CALLED_BY_OBJECT_AT = placeOf(`('http://`);
export const GROUP = 'RangeError: A total can not be below zero at';

/** A library that makes the call for the app, and is part of its bundle. */
export function writeLibrary(project: Project): void {
  const write = (path: string, text: string) => project.write(`node_modules/small-client/${path}`, text);
  write(
    'package.json',
    '{ "name": "small-client", "version": "1.0.0", "type": "module", "main": "index.js", "types": "index.d.ts" }',
  );
  write('index.d.ts', 'export function getJson(url: string): Promise<unknown>;\n');
  write(
    'index.js',
    `/** Only to move the lines. */
export async function getJson(url) {
  const response = await fetch(url);
  return response.json();
}
`,
  );
}

/** Writes the app. @param name how its main file imports the other */
export function writeApp(project: Project, name: string): void {
  writeLibrary(project);
  project.write('src/pay.ts', PAY);
  project.write('src/main.ts', MAIN.replace('EXTENSION', name));
}

/** What an app saw of its own error, and what the book says about it. */
export interface Seen {
  readonly own: string;
  readonly stack: string;
  readonly group: string;
  readonly calledFrom: readonly (string | undefined)[];
  readonly showsSource: boolean;
}

let books = 0;

export async function runApp(project: Project, args: readonly string[]): Promise<Seen> {
  // With NODE_ENV=test, the start says nothing.
  const env = { BOOK: `sqlite:${project.folder}/book-${++books}`, NODE_ENV: 'test' };
  const { code, stdout, stderr } = await project.node(args, { env });
  if (code !== 0 || stderr !== '')
    throw new Error(`${args.join(' ')}: exit code ${code}\n${stdout}\n${stderr}`);
  return JSON.parse(stdout);
}
