import { type BuiltInContext, duringRequest, type OpenOperation, subscribe } from '../context.ts';
import { undoAll } from '../patching/wrap-method.ts';
import { type DocumentNode, endOperation, findOperation, startOperation } from './graphql-operation.ts';
import { YogaServers } from './graphql-yoga.ts';
import { watchGraphql16 } from './graphql16.ts';

interface Execution {
  readonly document: DocumentNode;
  readonly operationName?: unknown;
}

/** Operations of GraphQL: with graphql 16, with 17 through its tracing channels, and with GraphQL Yoga, which has an executor. */
export function observeGraphql(context: BuiltInContext): () => void {
  const yoga = new YogaServers(context);
  const stops = [watchGraphql16(context, yoga), watchGraphql17(context, yoga), yoga.watch()];
  return undoAll(stops);
}

function watchGraphql17(context: BuiltInContext, yoga: YogaServers): () => void {
  const spans = new WeakMap<object, OpenOperation>();
  const start = duringRequest(context, (message: Execution, { trail }) => {
    const operation = findOperation(message.document, message.operationName);
    if (!operation || yoga.has(trail, operation.selectionSet)) return;
    const span = startOperation(context, operation);
    if (span) spans.set(message, span);
  });
  const end = (message: unknown) => {
    const { result, error } = message as { result?: unknown; error?: unknown };
    const span = spans.get(message as object);
    // The `end` of an asynchronous execution has neither.
    if (span && (result !== undefined || error !== undefined)) endOperation(span, result, error);
  };
  return subscribe(
    Object.fromEntries(
      ['graphql:execute', 'graphql:subscribe'].flatMap((channel) => [
        [`tracing:${channel}:start`, start],
        [`tracing:${channel}:end`, end],
        [`tracing:${channel}:asyncStart`, end],
      ]),
    ),
  );
}
