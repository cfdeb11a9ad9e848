import { createWriteStream } from 'node:fs';
import morgan from 'morgan';
import { destination } from 'pino';
import { pinoHttp } from 'pino-http';
import type { Middleware } from './frameworks.ts';

interface Logger {
  readonly logger: Middleware;
  /** Waits until everything logged is in the file. */
  settle(): Promise<void>;
}

/** Asynchronous writes of 4 KB, as pino recommends for speed. */
function pinoTo(path: string): Logger {
  const file = destination({ dest: path, sync: false, minLength: 4096 });
  return {
    logger: pinoHttp({}, file),
    settle: () =>
      new Promise((resolve, reject) => file.flush((error) => (error ? reject(error) : resolve()))),
  };
}

function morganTo(path: string): Logger {
  const file = createWriteStream(path, { flags: 'a' });
  return {
    logger: morgan('combined', { stream: file }),
    settle: () => new Promise((resolve) => file.write('', () => resolve())),
  };
}

export const LOGGERS = { 'pino-http': pinoTo, morgan: morganTo };
