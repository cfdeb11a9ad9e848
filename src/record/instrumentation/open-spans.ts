import type { SpanKind } from '../../profile/profile.ts';
import { currentScope } from '../context.ts';
import type { Outcome, Trail } from '../trail.ts';

interface Place {
  readonly trail: Trail;
  readonly span: number;
}

/**
 * Spans of a library that tells of a beginning and an end with the same object. The end may come in another
 * request's context, or in none: it is the object that says whose span it is.
 */
export class OpenSpans {
  readonly #places = new WeakMap<object, Place>();

  /** The name is only made when there is room for it. */
  begin(of: object, kind: SpanKind, name: () => string, system?: string): void {
    const scope = currentScope();
    if (!scope?.trail.hasRoom('spans')) return;
    const { trail, span } = scope;
    this.#guard(trail, () => {
      this.#places.set(of, { trail, span: trail.begin(kind, name(), span, system) });
    });
  }

  /** May be said twice: then the last word counts. */
  finish(of: object, outcome: () => Outcome): void {
    const place = this.#places.get(of);
    if (place && !place.trail.ended)
      this.#guard(place.trail, () => place.trail.finish(place.span, outcome()));
  }

  #guard(trail: Trail, run: () => void): void {
    try {
      run();
    } catch {
      trail.fault();
    }
  }
}
