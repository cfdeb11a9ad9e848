import type { Row } from './rows.ts';

export interface TailEvents {
  onState(text: string): void;
  /** The stream has ended and will not reconnect. */
  onEnd(reason: string): void;
  /** The whole list, at the start or after a long interruption. */
  onList(rows: Row[], limit: number, id: string): void;
  onRows(rows: readonly Row[], id: string): void;
}

export interface TailStream {
  close(): void;
  isClosed(): boolean;
}

/** Failed attempts to reconnect, one after the other, before giving up. */
const MAX_FAILURES = 30;

/**
 * Opens the tail. The browser reconnects by itself and sends the id of the last event, so no row is lost.
 * @param isResumed whether the list is known from an earlier connection. Without it, rows that arrive before the list are not new
 */
export function openTail(
  url: string,
  isResumed: boolean,
  { onState, onEnd, onList, onRows }: TailEvents,
): TailStream {
  const source = new EventSource(url);
  let hasList = isResumed;
  let failures = 0;
  const close = () => source.close();
  onState('connecting');
  source.addEventListener('open', () => {
    failures = 0;
    if (hasList) onState('listening');
  });
  source.addEventListener('listing', ({ data, lastEventId }: MessageEvent<string>) => {
    const { rows, limit, skipped } = JSON.parse(data) as { rows: Row[]; limit: number; skipped: boolean };
    hasList = true;
    onState(skipped ? 'too many matches to add one by one, showing the newest' : 'listening');
    onList(rows, limit, lastEventId);
  });
  source.addEventListener('rows', ({ data, lastEventId }: MessageEvent<string>) => {
    onRows(JSON.parse(data) as Row[], lastEventId);
  });
  source.addEventListener('trouble', ({ data }: MessageEvent<string>) => {
    const error = JSON.parse(data) as string | null;
    onState(error === null ? 'listening' : `The book cannot be read right now: ${error}`);
  });
  source.addEventListener('error', () => {
    failures++;
    if (source.readyState === EventSource.CLOSED) {
      onEnd('Live was refused: too many live searches may be open. Try again later.');
    } else if (failures >= MAX_FAILURES) {
      onEnd('Live stopped: the server does not respond.');
    } else {
      onState('connection lost, reconnecting');
    }
  });
  return { close, isClosed: () => source.readyState === EventSource.CLOSED };
}
