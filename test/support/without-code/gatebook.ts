import type { Gatebook } from '../../../src/gatebook.ts';
import type { GatebookOptions } from '../../../src/options/options.ts';
import type { Adapter } from '../../../src/record/adapters/adapter.ts';
import { createProcessRecorder } from '../../../src/register/process-recorder.ts';
import { watchProcess } from '../../../src/register/watch-process.ts';

let configured: GatebookOptions = {};
const recorder = createProcessRecorder(() => configured);
watchProcess(() => recorder);

/** Joins the book of the process without an app. */
const noApp: Adapter<object> = { name: 'none', expects: 'an object', isApp: () => true, attach() {} };

/**
 * For apps of the tests, instead of `gatebook()` of an entry point: does nothing to the app, which is then found as with
 * `gatebook/register`. The options are those of the config file. The book is that of the process.
 */
export function gatebook(_app: object, options: GatebookOptions): Gatebook {
  configured = options;
  let book: Gatebook | null = null;
  const get = (_target: object, name: string) => {
    book ??= recorder.attach(noApp, {}, undefined);
    return book[name as keyof Gatebook];
  };
  return new Proxy({}, { get }) as Gatebook;
}
