import { toException } from '../../exception.ts';
import type { BuiltInContext, OpenOperation } from '../context.ts';

/** The parts of graphql's syntax tree that this code reads. All are present after a document was parsed. */
export interface DocumentNode {
  readonly definitions: readonly (OperationNode & { readonly kind: string })[];
}
export interface OperationNode {
  readonly operation: string;
  readonly name?: { readonly value: string } | undefined;
  readonly selectionSet: SelectionSetNode;
}
export interface SelectionSetNode {
  readonly selections: readonly { readonly kind: string; readonly name?: { readonly value: string } }[];
  readonly loc?: Location | undefined;
}
export interface Location {
  readonly startToken: Token;
  readonly source: object;
}
interface Token {
  readonly kind: string;
  readonly value?: string;
  readonly prev: Token | null;
}

/** Reading a longer head of an operation would take too much time. */
const MAX_HEAD_TOKENS = 500;

const HEAD_TOKENS: ReadonlySet<string> = new Set(['Name', '@']);

/** The operation of a document that is executed; `undefined` if it has none of that name, or several. */
export function findOperation(document: DocumentNode, name: unknown): OperationNode | undefined {
  const operations = document.definitions.filter(({ kind }) => kind === 'OperationDefinition');
  if (typeof name === 'string') return operations.find((operation) => operation.name?.value === name);
  return operations.length === 1 ? operations[0] : undefined;
}

/** `query Orders`, or with the first field if it has no name: `query { orders }`. */
export function operationText(
  type: string,
  name: string | undefined,
  selectionSet?: SelectionSetNode,
): string {
  if (name !== undefined) return `${type} ${name}`;
  const [first, ...others] = selectionSet?.selections ?? [];
  if (!first) return type;
  const field = first.kind === 'Field' ? first.name?.value : '…';
  return `${type} { ${field}${others.length > 0 ? ', …' : ''} }`;
}

/**
 * The type and the name of an operation, from the tokens before one of its own: the one that starts its fields, or, with
 * `inVariables`, its first variable.
 */
export function headBefore(token: Token, inVariables: boolean): { type?: string; name?: string } {
  let depth = inVariables ? 1 : 0;
  let head: readonly Token[] = [];
  let length = 0;
  for (let at = token.prev; at && !(depth === 0 && at.kind === '}'); at = at.prev) {
    if (++length > MAX_HEAD_TOKENS) return {};
    if (at.kind === ')') depth++;
    else if (at.kind === '(') depth--;
    else if (depth === 0 && HEAD_TOKENS.has(at.kind)) head = [at, ...head.slice(0, 1)];
  }
  const [type, name] = head;
  if (type?.value === undefined) return {};
  return { type: type.value, ...(name?.kind === 'Name' && { name: name.value }) };
}

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
