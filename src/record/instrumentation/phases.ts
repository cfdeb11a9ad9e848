import { ServerResponse } from 'node:http';
import { recordingOf } from '../recording.ts';
import type { Instrumentation } from './instrumentation.ts';

/** When the head of an answer is written: all ways there lead through this method. */
export const phasesInstrumentation: Instrumentation = {
  name: 'phases',
  start() {
    const { prototype } = ServerResponse;
    const writeHead = prototype.writeHead;
    let on = true;
    const watched = function (this: ServerResponse, ...args: Parameters<typeof writeHead>): ServerResponse {
      if (on) recordingOf(this)?.trail?.sentHeaders();
      return Reflect.apply(writeHead, this, args);
    } as typeof writeHead;
    prototype.writeHead = watched;
    return () => {
      on = false;
      if (prototype.writeHead === watched) prototype.writeHead = writeHead;
    };
  },
};
