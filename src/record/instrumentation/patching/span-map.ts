import type { SpanStart } from '../../trail-items.ts';
import type { BuiltInContext } from '../context.ts';
import type { OpenSpan, SpanResult } from '../instrumentation.ts';

/**
 * The open spans of a library that passes the same object to its start and end events. The end event may fire in
 * another request's context, so the span is found by the object, not by the context.
 */
export class SpanMap {
  readonly #spans = new WeakMap<object, OpenSpan>();
  readonly #context: BuiltInContext;

  constructor(context: BuiltInContext) {
    this.#context = context;
  }

  start(key: object, span: SpanStart): void {
    const open = this.#context.startSpan(span);
    if (open) this.#spans.set(key, open);
  }

  has(key: object): boolean {
    return this.#spans.has(key);
  }

  end(key: object, outcome?: SpanResult): void {
    this.#spans.get(key)?.end(outcome);
  }

  fail(key: object, error: unknown): void {
    this.#spans.get(key)?.fail(error);
  }
}
