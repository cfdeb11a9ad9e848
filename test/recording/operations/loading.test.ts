import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { LOADS } from '../../support/query-app.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GATEBOOK = pathToFileURL(join(ROOT, 'dist/http.js')).href;
const folder = mkdtempSync(join(tmpdir(), 'gatebook-operations-'));
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true }));

const PACKAGES = {
  apollo: '@apollo/server',
  yoga: 'graphql-yoga',
  fastify: 'fastify',
  mercurius: 'mercurius',
  graphql17: 'graphql17',
};

/** The app loads all libraries before or after it starts Gatebook, each as CommonJS or as ESM. */
function appOf(load: (typeof LOADS)[number]): string {
  const [how, when] = load.split(' ');
  const lines = Object.entries(PACKAGES).map(([name, id]) => {
    if (how === 'require') return `const ${name} = createRequire(import.meta.url)('${id}');`;
    return when === 'before' ? `import * as ${name} from '${id}';` : `const ${name} = await import('${id}');`;
  });
  return `
    import { createServer } from 'node:http';
    import { createRequire } from 'node:module';
    import { json } from 'node:stream/consumers';
    import { gatebook } from '${GATEBOOK}';
    ${when === 'before' ? lines.join('\n') : ''}
    const handlers = {};
    const server = createServer((request, response) => handlers[request.url](request, response));
    const book = gatebook(server, { storage: 'memory:', key: 'key-of-the-tests-1' });
    ${when === 'after' ? lines.join('\n') : ''}
    const typeDefs = 'type Query { orders: Int }';
    const resolvers = { Query: { orders: async () => 1 } };
    const apolloServer = new apollo.ApolloServer({ typeDefs, resolvers });
    await apolloServer.start();
    handlers['/apollo'] = async (request, response) => {
      const headers = new apollo.HeaderMap([['content-type', 'application/json']]);
      const httpGraphQLRequest = { method: 'POST', headers, body: await json(request), search: '' };
      const context = async () => ({});
      response.end((await apolloServer.executeHTTPGraphQLRequest({ httpGraphQLRequest, context })).body.string);
    };
    handlers['/yoga'] = yoga.createYoga({
      schema: yoga.createSchema({ typeDefs, resolvers }), graphqlEndpoint: '/yoga', logging: false,
    });
    const app = (fastify.default ?? fastify)();
    app.register(mercurius.default ?? mercurius, { schema: typeDefs, resolvers, path: '/mercurius' });
    await app.ready();
    handlers['/mercurius'] = (request, response) => app.routing(request, response);
    const schema = graphql17.buildSchema(typeDefs);
    handlers['/graphql17'] = async (request, response) => {
      const document = graphql17.parse((await json(request)).query);
      response.end(JSON.stringify(await graphql17.execute({ schema, document, rootValue: { orders: () => 1 } })));
    };
    server.listen(0, '127.0.0.1', async () => {
      const url = 'http://127.0.0.1:' + server.address().port;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ query: 'query Orders { orders }' });
      for (const path of Object.keys(handlers))
        await (await fetch(url + path, { method: 'POST', headers, body })).text();
      await book.flush();
      const { entries } = await book.search('');
      console.log(JSON.stringify(entries.map((entry) => [new URL(entry.url).pathname, entry.operation])));
      process.exit();
    });`;
}

test.each(LOADS)('operations of libraries loaded with %s', async (load) => {
  const file = join(folder, `${load.replace(' ', '-')}.mjs`);
  writeFileSync(file, appOf(load));
  const limits = { timeout: 15_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', file], limits);
  expect(Object.fromEntries(JSON.parse(stdout))).toEqual({
    '/apollo': 'query Orders',
    // No channel reports a static `import` of an ES module.
    '/yoga': load === 'import before' ? '' : 'query Orders',
    '/mercurius': 'query Orders',
    '/graphql17': 'query Orders',
  });
});
