import type { Project } from '../toolchains/project.ts';
import { PAY, type Seen, writeLibrary } from './app.ts';

export const NEXT_PACKAGES = ['next', 'react', 'react-dom', 'typescript@5', '@types/node', '@types/react'];

const FILES = {
  'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  'app/(shop)/pay/[id]/route.ts': `import { askRates, charge, type Order } from '../../../../src/pay';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await askRates(Number(id));
  return Response.json({ total: charge({ id: 1, total: -1 } satisfies Order) });
}
`,
  'next.config.ts': 'export default {};\n',
  'tsconfig.json': '{}',
};

const SERVER = `import { createServer } from 'node:http';
import { gatebook } from 'gatebook/http';
import next from 'next';

const app = next({ dev: false });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) =>
  request.url === '/rates' ? response.end('{"eur":1}') : handle(request, response),
);
const book = gatebook(server, { storage: process.env.BOOK });
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  await (await fetch('http://127.0.0.1:' + port + '/pay/' + port)).text();
  const { entries } = await book.search('url:/pay/*');
  const [{ token }] = entries;
  const { detail, errorGroup: group } = await book.get(token);
  const page = await fetch('http://127.0.0.1:' + port + '/_profiler/' + token + '?panel=exception', {
    headers: { authorization: 'Bearer ' + process.env.GATEBOOK_KEY },
  });
  console.log(JSON.stringify({
    own: '',
    stack: detail.exception.stack,
    group,
    calledFrom: detail.spans.map((span) => span.calledFrom),
    showsSource: (await page.text()).includes('A total can not be below zero&#39;);</mark>'),
  }));
  await book.close();
  process.exit();
});
`;

/** Builds an app of Next.js for production, and runs it. */
export async function runNext(project: Project): Promise<Seen> {
  for (const [path, text] of Object.entries(FILES)) project.write(path, text);
  writeLibrary(project);
  project.write('src/pay.ts', PAY);
  project.write('server.mjs', SERVER);
  const built = await project.node(['node_modules/next/dist/bin/next', 'build']);
  if (built.code !== 0) throw new Error(`${built.stdout}\n${built.stderr}`);
  const env = { BOOK: `sqlite:${project.folder}/book`, NODE_ENV: 'production', GATEBOOK_DETAILS: 'all' };
  const { stdout, stderr } = await project.node(['server.mjs'], { env });
  const line = stdout.split('\n').find((each) => each.startsWith('{"own"'));
  if (line === undefined) throw new Error(`${stdout}\n${stderr}`);
  return JSON.parse(line);
}
