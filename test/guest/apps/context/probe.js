import { setTimeout as sleep } from 'node:timers/promises';
import { log, note } from 'gatebook';

/** Every fifth step waits up to 5 ms. */
export const pause = () => (Math.random() < 0.2 ? sleep(Math.random() * 5) : undefined);

/** What one request leaves in its profile. Each item has the word of the request in it. */
export class Probe {
  word;
  logs = 0;
  notes = 0;
  spans = 0;

  constructor(word) {
    this.word = word;
  }

  /** An item that must be in the profile of this request. */
  mark(where) {
    this.logs++;
    if (this.logs % 3 === 0) console.info(`${this.word} must ${where}`);
    else log('info', `${this.word} must ${where}`);
    if (this.logs % 2 === 0) {
      this.notes++;
      note(where, `${this.word} must`);
    }
  }

  /** An item that must be in no other profile. */
  mayMark(where) {
    log('info', `${this.word} may ${where}`);
    note(where, `${this.word} may`);
  }

  /** A query that must be in the profile of this request. */
  sql() {
    this.spans++;
    return `SELECT 1 AS ${this.word}`;
  }

  key() {
    this.spans++;
    return `${this.word}:1`;
  }

  url(base) {
    this.spans++;
    return `${base}/${this.word}`;
  }

  /** Calls a function with a callback, which leaves an item. */
  called(where, start) {
    return new Promise((resolve, reject) => {
      start((error, result) => {
        this.mark(`${where}, callback`);
        if (error) reject(error);
        else resolve(result);
      });
    });
  }
}
