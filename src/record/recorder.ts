import diagnostics_channel from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hold } from '../hold/hold.ts';
import { createClock } from './clock.ts';
import { Recording, recordingOf } from './recording.ts';

const CHANNEL = 'http.server.request.start';
const WATCHED = Symbol('gatebook.watched');

export interface Recorder {
  /** Records every request of this server from now on. */
  watch(server: object): void;
  /**
   * The recording of a request that an app handles; begun now, and its server watched, if it was not known yet.
   * What the server does beside its apps is recorded too; what another book's app handles goes to that book.
   */
  recordingOf(request: IncomingMessage, response: ServerResponse): Recording | undefined;
  /** How often recording itself went wrong. The app never notices; the book may lack that request. */
  faults(): number;
  stop(): void;
}

/** A server carries the mark of the one recorder that watches it, and whether all its requests are that one's. */
interface Watch {
  readonly by: unknown;
  readonly claims: boolean;
}
type Watchable = { [WATCHED]?: Watch };

interface RequestStart {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly server: object;
}

/** Sees requests through node:diagnostics_channel. Nothing it does can throw into the app. */
export function createRecorder(hold: Hold): Recorder {
  const now = createClock();
  let faults = 0;
  let stopped = false;

  function begin(request: IncomingMessage, response: ServerResponse, claim: boolean): Recording | undefined {
    try {
      const recording = new Recording(request, response, now(), hold);
      if (claim) recording.claim(hold);
      // `close` comes for every response, also one whose client went away; `finish` does not.
      response.once('close', () => {
        try {
          recording.finish();
        } catch {
          faults++;
        }
      });
      return recording;
    } catch {
      faults++;
      return undefined;
    }
  }

  function onStart(message: unknown): void {
    const { request, response, server } = message as RequestStart;
    const watch = (server as Watchable)[WATCHED];
    if (watch?.by === onStart) begin(request, response, watch.claims);
  }
  diagnostics_channel.subscribe(CHANNEL, onStart);

  function watch(server: object, claims: boolean): void {
    if (!stopped) (server as Watchable)[WATCHED] = { by: onStart, claims };
  }

  return {
    watch: (server) => watch(server, true),
    recordingOf(request, response) {
      const known = recordingOf(request);
      if (stopped) return known;
      if (known) {
        known.claim(hold);
        return known;
      }
      const server = 'server' in request.socket ? request.socket.server : null;
      if (typeof server === 'object' && server !== null) watch(server, false);
      return begin(request, response, true);
    },
    faults: () => faults,
    stop() {
      stopped = true;
      diagnostics_channel.unsubscribe(CHANNEL, onStart);
    },
  };
}
