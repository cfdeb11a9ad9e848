// What an app has of its errors goes to a file, at once.
import { appendFileSync } from 'node:fs';
import { inspect } from 'node:util';

export function note(text) {
  appendFileSync(process.env.NOTES, `${text}\n`);
}

/** An error as the app and its loggers see it. */
export function noteError(error) {
  note(error?.stack ?? error);
  note(inspect(error));
}
