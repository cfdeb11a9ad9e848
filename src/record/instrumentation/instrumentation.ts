import diagnostics_channel from 'node:diagnostics_channel';
import { currentScope } from '../context.ts';
import type { Scope } from '../trail.ts';

/** A source of what is seen while a request is handled. Once started, it puts it on the trail of the request. */
export interface Instrumentation {
  readonly name: string;
  /** Begins to look. What it gives back makes it look away. */
  start(): () => void;
}

type Listener = (message: unknown) => void;

/** Listens to channels by their names, until what it gives back is called. */
export function subscribe(listeners: Readonly<Record<string, Listener>>): () => void {
  for (const [name, listener] of Object.entries(listeners)) diagnostics_channel.subscribe(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) diagnostics_channel.unsubscribe(name, listener);
  };
}

/** What is to be done with whatever happens within a request. Nothing that goes wrong in it reaches the app. */
export function duringRequest<Message>(
  see: (message: Message, scope: Scope) => void,
): (message: unknown) => void {
  return (message) => {
    const scope = currentScope();
    if (!scope) return;
    try {
      see(message as Message, scope);
    } catch {
      scope.trail.fault();
    }
  };
}
