import { duringRequest, type Instrumentation, subscribe } from './instrumentation.ts';

interface Told {
  /** With what was bound to it written in, which the redaction takes out again. */
  readonly sql: string;
  /** In nanoseconds, whole milliseconds for the most part. */
  readonly duration: number;
}

/** Statements of node:sqlite, told of when they are done. Node 26 and later tell of them. */
export const sqliteInstrumentation: Instrumentation = {
  name: 'sqlite',
  start: () =>
    subscribe({
      'sqlite.db.query': duringRequest<Told>(({ sql, duration }, { trail, span }) => {
        if (!trail.hasRoom('spans')) return;
        trail.finish(trail.begin('sql', sql, span, 'sqlite', duration / 1e6), {});
      }),
    }),
};
