import { type BuiltInContext, duringRequest, subscribe } from './context.ts';

interface SqliteMessage {
  /** With the bound values filled in; redaction removes them. */
  readonly sql: string;
  /** Nanoseconds, usually rounded to milliseconds. */
  readonly duration: number;
}

/** Statements of node:sqlite, published when they are done. Needs Node 26 or later. */
export const sqliteInstrumentation = {
  name: 'sqlite',
  start(context: BuiltInContext): () => void {
    return subscribe({
      'sqlite.db.query': duringRequest<SqliteMessage>(context, ({ sql, duration }) => {
        context.startSpan({ kind: 'sql', name: sql, system: 'sqlite', startedAgo: duration / 1e6 })?.end();
      }),
    });
  },
};
