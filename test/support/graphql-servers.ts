import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApolloServer, HeaderMap } from '@apollo/server';
import fastify from 'fastify';
import * as graphql17 from 'graphql17';
import mercurius from 'mercurius';

/** As Node resolves it: Vitest would take a build that Node does not load. */
const graphql: typeof import('graphql') = createRequire(import.meta.url)('graphql');
/** Of the ES module, a static `import` is not noticed. */
const { createSchema, createYoga }: typeof import('graphql-yoga') = createRequire(import.meta.url)(
  'graphql-yoga',
);

const TYPES = `
  input Filter { text: String, limit: Int }
  type Item { name: String!, price: Int }
  type Order { id: ID!, items: [Item!]!, broken: String }
  type Query { orders(filter: Filter, id: ID): [Order!]! slow(ms: Int): Int fast: Int failing(id: ID): String! }
  type Mutation { addItem(name: String): Item second: Int }
  type Subscription { ticks(count: Int): Int }
`;

const order = { id: '1', items: [{ name: 'tea', price: 3 }], broken: null };
const fail = (id: unknown) => {
  throw new TypeError(`there is nothing with the id ${id}`);
};
const QUERY = {
  orders: async () => [order, { ...order, id: '2' }],
  slow: (args: { ms: number }) => sleep(args.ms, 1),
  fast: () => 2,
  failing: async ({ id }: { id: unknown }) => fail(id),
};
const MUTATION = { addItem: async ({ name }: { name: string }) => ({ name, price: 1 }), second: () => 2 };
async function* ticks() {
  for (let tick = 1; tick <= 3; tick++) yield { ticks: tick };
}
const broken = () => fail('broken');

const resolvers = {
  Query: withSource(QUERY),
  Mutation: withSource(MUTATION),
  Subscription: { ticks: { subscribe: ticks } },
  Order: { broken },
};

/** Resolvers take the parent first; a root value does not. */
function withSource(fields: Record<string, (args: never) => unknown>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, run]) => [name, (_: unknown, args: never) => run(args)]),
  );
}

export type GraphqlHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Operation {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

async function apollo(): Promise<GraphqlHandler> {
  const server = new ApolloServer({ typeDefs: TYPES, resolvers, allowBatchedHttpRequests: true });
  await server.start();
  return async (request, response) => {
    const body: unknown = JSON.parse(await text(request));
    const headers = new HeaderMap([['content-type', 'application/json']]);
    const httpGraphQLRequest = { method: 'POST', headers, body, search: '' };
    const answer = await server.executeHTTPGraphQLRequest({ httpGraphQLRequest, context: async () => ({}) });
    response.statusCode = answer.status ?? 200;
    response.end(answer.body.kind === 'complete' ? answer.body.string : '');
  };
}

async function yoga(): Promise<GraphqlHandler> {
  return createYoga({
    schema: createSchema({ typeDefs: TYPES, resolvers }),
    batching: true,
    logging: false,
    graphqlEndpoint: '/yoga',
  });
}

async function mercuriusApp(): Promise<GraphqlHandler> {
  const app = fastify();
  app.register(mercurius, {
    schema: TYPES,
    resolvers: resolvers as never,
    path: '/mercurius',
    allowBatchedQueries: true,
  });
  await app.ready();
  return (request, response) => app.routing(request, response);
}

async function plain17(): Promise<GraphqlHandler> {
  const { buildSchema, execute, parse, validate } = graphql17;
  const schema = buildSchema(TYPES);
  const rootValue = { ...QUERY, ...MUTATION, orders: async () => [{ ...order, broken }] };
  const run = async ({ query, variables, operationName }: Operation) => {
    const document = parse(query);
    const errors = validate(schema, document);
    if (errors.length > 0) return { errors };
    return execute({ schema, document, rootValue, variableValues: variables, operationName });
  };
  return async (request, response) => {
    const body: Operation | Operation[] = JSON.parse(await text(request));
    response.end(JSON.stringify(Array.isArray(body) ? await Promise.all(body.map(run)) : await run(body)));
  };
}

async function subscribe16(): Promise<GraphqlHandler> {
  const { buildSchema, parse, subscribe, validate } = graphql;
  const schema = buildSchema(TYPES);
  return async (request, response) => {
    const document = parse(JSON.parse(await text(request)).query);
    if (validate(schema, document).length > 0) return;
    const events = await subscribe({ schema, document, rootValue: { ticks } });
    if (Symbol.asyncIterator in events)
      for await (const event of events) response.write(JSON.stringify(event));
    response.end();
  };
}

/** Handlers by their path. */
export async function graphqlHandlers(): Promise<Readonly<Record<string, GraphqlHandler>>> {
  return {
    '/apollo': await apollo(),
    '/yoga': await yoga(),
    '/mercurius': await mercuriusApp(),
    '/graphql17': await plain17(),
    '/subscribe': await subscribe16(),
  };
}
