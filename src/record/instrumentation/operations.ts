import type { Scope, Trail } from '../trail.ts';

/** Operations of a request that have a span. */
const MAX_SPANS = 20;
const MAX_NAME_LENGTH = 100;

/** Operations of GraphQL and tRPC: the entry has the first one and how many followed, the detail has a span for each. */
export class Operations {
  readonly #ofRequest = new WeakMap<Trail, { readonly first: string; count: number }>();

  /** Returns the index of the span; `undefined` if the operation is only counted. */
  start({ trail, span }: Scope, name: string, system: string, startedAgo: number): number | undefined {
    const text = name.slice(0, MAX_NAME_LENGTH);
    const operations = this.#ofRequest.get(trail) ?? { first: text, count: 0 };
    this.#ofRequest.set(trail, operations);
    operations.count++;
    const { first, count } = operations;
    trail.label('operation', count === 1 ? first : `${first} (+${count - 1})`);
    if (count > MAX_SPANS || !trail.hasRoom('spans')) return undefined;
    return trail.startSpan({ kind: 'operation', name: text, system, startedAgo }, span);
  }
}
