import { isDeepStrictEqual } from 'node:util';
import { type RunningWriter, startWriterThread, type WriterOptions } from './writer-thread.ts';

/** The writer threads of this process. */
const threads = new Set<{ readonly options: WriterOptions; readonly writer: RunningWriter; users: number }>();

/** A writer thread that servers with the same book and the same options share, such as those for HTTP and HTTPS. */
export function shareWriterThread(options: WriterOptions): RunningWriter {
  const existing = [...threads].find((thread) => isDeepStrictEqual(thread.options, options));
  const thread = existing ?? { options, writer: startWriterThread(options), users: 0 };
  threads.add(thread);
  thread.users++;
  let closed = false;
  return {
    ...thread.writer,
    async close() {
      if (closed) return;
      closed = true;
      thread.users--;
      if (thread.users > 0) return;
      threads.delete(thread);
      await thread.writer.close();
    },
  };
}
