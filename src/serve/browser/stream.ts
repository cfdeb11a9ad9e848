import type { Row } from './listing.ts';

export interface StreamEvents {
  onState(text: string): void;
  /** It has ended for good. */
  onStop(why: string): void;
  onListing(rows: Row[], limit: number, id: string): void;
  onRows(rows: readonly Row[], id: string): void;
}

export interface Stream {
  close(): void;
  isClosed(): boolean;
}

/** So often in a row it is tried to connect again. */
const TRIES = 30;

/** The tail's events. A lost connection is taken up where it broke: the browser sends the last event's id. */
export function openStream(address: string, { onState, onStop, onListing, onRows }: StreamEvents): Stream {
  const source = new EventSource(address);
  let failures = 0;
  const close = () => source.close();
  onState('connecting');
  source.addEventListener('open', () => {
    failures = 0;
    onState('listening');
  });
  source.addEventListener('listing', ({ data, lastEventId }: MessageEvent<string>) => {
    const { rows, limit } = JSON.parse(data) as { rows: Row[]; limit: number };
    onListing(rows, limit, lastEventId);
  });
  source.addEventListener('rows', ({ data, lastEventId }: MessageEvent<string>) => {
    onRows(JSON.parse(data) as Row[], lastEventId);
  });
  source.addEventListener('trouble', ({ data }: MessageEvent<string>) => {
    const why = JSON.parse(data) as string | null;
    onState(why === null ? 'listening' : `The book can’t be read right now: ${why}`);
  });
  source.addEventListener('error', () => {
    failures++;
    if (source.readyState === EventSource.CLOSED) {
      onStop('Live was refused: too many may be listening. Try again later.');
    } else if (failures >= TRIES) {
      onStop('Live has stopped: the server does not answer.');
    } else {
      onState('connection lost, trying again');
    }
  });
  return { close, isClosed: () => source.readyState === EventSource.CLOSED };
}
