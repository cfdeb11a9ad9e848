import type { BuiltInContext } from '../context.ts';
import type { OpenSpan } from '../instrumentation.ts';
import { describeErrors, type OperationNode, operationText } from './graphql-document.ts';

/** Starts an operation in the current request. */
export function startOperation(
  context: BuiltInContext,
  { operation: type, name, selectionSet }: OperationNode,
): OpenSpan | undefined {
  return context.startOperation(operationText(type, name?.value, selectionSet), 'graphql');
}

/** Ends an operation with what its executor returned or threw. */
export function endOperation(span: OpenSpan, result: unknown, error?: unknown): void {
  const { errors, initialResult } = Object(result) as { errors?: unknown; initialResult?: unknown };
  const found = error === undefined ? (errors ?? Object(initialResult).errors) : [error];
  if (Array.isArray(found) && found.length > 0) span.fail(describeErrors(found));
  else span.end();
}
