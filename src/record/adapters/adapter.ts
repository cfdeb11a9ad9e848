import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Recorder } from '../recorder.ts';

/** What an adapter ties to its framework. */
export interface Wiring {
  readonly recorder: Recorder;
  /** Answers a request that is for Gatebook's own page; `false` leaves it to the app. */
  readonly page: (request: IncomingMessage, response: ServerResponse) => boolean;
}
