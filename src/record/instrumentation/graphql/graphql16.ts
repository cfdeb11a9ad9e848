import type { Trail } from '../../trail.ts';
import { attempt, type BuiltInContext, type OpenOperation } from '../context.ts';
import { type Patch, watchModules } from '../patching/loaded-modules.ts';
import { wrapMethod } from '../patching/wrap-method.ts';
import {
  failOperation,
  headBefore,
  type Location,
  operationText,
  type SelectionSetNode,
} from './graphql-operation.ts';
import type { YogaServers } from './graphql-yoga.ts';

interface Schema {
  getMutationType?(): unknown;
  getSubscriptionType?(): unknown;
}

/** An operation that is being executed. */
interface Running {
  readonly span: OpenOperation;
  readonly source: object | undefined;
  /** The keys of its result. */
  readonly fields: ReadonlyMap<string, unknown>;
  firstError: { readonly error: unknown; readonly path: unknown } | null;
  errors: number;
  isAsync: boolean;
  isEnded: boolean;
}

/**
 * Operations that graphql 16 executes. Libraries keep the function `execute` that they have imported, so replacing it has no
 * effect on those that were loaded before. Its own calls of the functions below do go through the exports of their files.
 */
export function watchGraphql16(context: BuiltInContext, yoga: YogaServers): () => void {
  const executions = new Executions(context, yoga);
  const during = (onCall: OnCall) => (args: unknown[], result: unknown) => {
    const scope = context.current();
    if (scope) attempt(scope.trail, () => onCall(args, result));
  };
  const wait = during(([object], result) => executions.wait(object, result));
  // Called for every object of a result, so the check comes first.
  const waitIfStarting: OnCall = (args, result) => {
    if (executions.isStarting) wait(args, result);
  };
  return watchModules('graphql', {
    'execution/collectFields.js': patch(
      'collectFields',
      during((args, result) => executions.start(args, result)),
    ),
    'execution/values.js': patch(
      'getVariableValues',
      during((args, result) => executions.checkVariables(args[1], Object(result).errors)),
    ),
    'jsutils/promiseForObject.js': patch('promiseForObject', waitIfStarting),
    'jsutils/promiseReduce.js': patch('promiseReduce', waitIfStarting),
    'error/locatedError.js': patch(
      'locatedError',
      during(([error, nodes, path]) => executions.addError(error, nodes, path)),
    ),
  });
}

type OnCall = (args: unknown[], result: unknown) => void;

function patch(name: string, onCall: OnCall): Patch {
  return (exports) =>
    wrapMethod(exports as object, name, (next, self, args) => {
      const result = Reflect.apply(next, self, args);
      onCall(args, result);
      return result;
    });
}

class Executions {
  readonly #context: BuiltInContext;
  /** Operations that were started by the code that is running now, and have not returned yet. */
  #starting: Running[] = [];
  readonly #running = new WeakMap<Trail, Running[]>();
  /** Servers of Yoga record their operations themselves. */
  readonly #yoga: YogaServers;
  /** Whether variables were checked, which is the step before an execution. */
  #isChecked = false;
  /** A subscription collects its fields for each event. */
  readonly #subscriptions = new WeakMap<object, WeakSet<Trail>>();

  constructor(context: BuiltInContext, yoga: YogaServers) {
    this.#context = context;
    this.#yoga = yoga;
  }

  /** The fields of an operation were collected, so it is executed now. */
  start(args: readonly unknown[], result: unknown): void {
    const [schema, , , rootType, selectionSet] = args as [
      Schema,
      unknown,
      unknown,
      unknown,
      SelectionSetNode,
    ];
    const trail = this.#context.current()?.trail;
    const isExecuted = this.#isChecked && result instanceof Map;
    this.#isChecked = false;
    if (!trail || !isExecuted || this.#yoga.has(trail, selectionSet)) return;
    const type = typeOf(schema, rootType);
    if (type === 'subscription' && !this.#isFirst(selectionSet, trail)) return;
    const { loc } = selectionSet;
    const name = loc && headBefore(loc.startToken, false).name;
    const span = this.#context.startOperation(operationText(type, name, selectionSet), 'graphql');
    if (!span) return;
    const running: Running = {
      span,
      source: loc?.source,
      fields: result,
      firstError: null,
      errors: 0,
      isAsync: false,
      isEnded: false,
    };
    const others = this.#running.get(trail);
    if (others) others.push(running);
    else this.#running.set(trail, [running]);
    if (this.#starting.push(running) === 1) queueMicrotask(() => this.#allStarted());
  }

  #isFirst(selectionSet: object, trail: Trail): boolean {
    const trails = this.#subscriptions.get(selectionSet) ?? new WeakSet();
    this.#subscriptions.set(selectionSet, trails);
    if (trails.has(trail)) return false;
    trails.add(trail);
    return true;
  }

  /** An operation with wrong variables is not executed. */
  checkVariables(definitions: unknown, errors: unknown): void {
    this.#isChecked = !Array.isArray(errors);
    if (!Array.isArray(errors)) return;
    const [first] = definitions as readonly { readonly loc?: Location }[];
    const { type = 'query', name } = first?.loc ? headBefore(first.loc.startToken, true) : {};
    const span = this.#context.startOperation(operationText(type, name), 'graphql');
    if (span) failOperation(span, { error: errors[0], path: null, errors: errors.length });
  }

  get isStarting(): boolean {
    return this.#starting.length > 0;
  }

  /** An object, or the fields of a mutation, became a promise. That of the whole operation settles last. */
  wait(object: unknown, result: unknown): void {
    if (!(result instanceof Promise)) return;
    const keys =
      object !== null && typeof object === 'object' && !(Symbol.iterator in object) && Object.keys(object);
    const running = this.#starting.findLast(({ fields }) => !keys || keys.every((key) => fields.has(key)));
    if (!running) return;
    running.isAsync = true;
    const end = () => endRunning(running);
    result.then(end, end);
  }

  addError(error: unknown, nodes: unknown, path: unknown): void {
    // An error passes all fields above that can't be null.
    if (Array.isArray(Object(error).path)) return;
    const trail = this.#context.current()?.trail;
    const operations = (trail && this.#running.get(trail)) ?? [];
    const node = (Array.isArray(nodes) ? nodes[0] : nodes) as { readonly loc?: Location } | undefined;
    const running = operations.find(({ source, isEnded }) => !isEnded && source === node?.loc?.source);
    if (!running) return;
    running.errors++;
    running.firstError ??= { error, path };
  }

  /** Operations without a promise have ended. */
  #allStarted(): void {
    for (const running of this.#starting.splice(0)) if (!running.isAsync) endRunning(running);
  }
}

function endRunning(running: Running): void {
  const { span, firstError, errors } = running;
  running.isEnded = true;
  if (firstError) failOperation(span, { ...firstError, errors });
  else span.end();
}

function typeOf(schema: Schema, rootType: unknown): string {
  if (rootType === schema.getMutationType?.()) return 'mutation';
  return rootType === schema.getSubscriptionType?.() ? 'subscription' : 'query';
}
