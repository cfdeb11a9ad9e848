import { toException } from '../../exception.ts';
import type { BuiltInContext, OpenOperation } from '../context.ts';
import { type OperationNode, operationText } from './graphql-document.ts';

/** Starts an operation in the current request. */
export function startOperation(
  context: BuiltInContext,
  { operation: type, name, selectionSet }: OperationNode,
): OpenOperation | undefined {
  return context.startOperation(operationText(type, name?.value, selectionSet), 'graphql');
}

/** Ends an operation with what its executor returned or threw. */
export function endOperation(span: OpenOperation, result: unknown, error?: unknown): void {
  const { errors, initialResult } = Object(result) as { errors?: unknown; initialResult?: unknown };
  const found = error === undefined ? (errors ?? Object(initialResult).errors) : [error];
  if (Array.isArray(found) && found.length > 0)
    failOperation(span, { error: found[0], path: Object(found[0]).path, errors: found.length });
  else span.end();
}

interface Failure {
  /** The first error. */
  readonly error: unknown;
  /** The names and indexes that lead to its field. */
  readonly path: unknown;
  /** How many there are. */
  readonly errors: number;
}

/** Ends an operation that failed. The span has class and place, such as `TypeError at orders.items`; the request has the exception. */
export function failOperation(span: OpenOperation, { error, path, errors }: Failure): void {
  const exception = toException(Object(error).originalError ?? error);
  // Indexes of a list do not say where in the schema it is.
  const keys = Array.isArray(path) ? path.filter((key) => typeof key === 'string') : [];
  const place = keys.join('.');
  const text = `${exception.name} ${place === '' ? 'before execution' : `at ${place}`}`;
  const fields = place === '' ? exception.fields : withPath(exception.fields, place);
  span.failRequest(errors > 1 ? `${text}, and ${errors - 1} more` : text, {
    ...exception,
    ...(fields !== undefined && { fields }),
  });
}

function withPath(fields = '{}', path: string): string {
  return JSON.stringify({ ...JSON.parse(fields), path });
}
