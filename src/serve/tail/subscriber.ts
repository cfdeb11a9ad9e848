import type { Entry } from '../../profile/entry.ts';
import { cursorAt, formatCursor } from '../../search/cursor.ts';
import type { Channel } from './channel.ts';

/** Proxies and browsers may close a connection that is silent for longer. */
const HEARTBEAT_MS = 15_000;
/** How soon the browser reconnects after losing the connection. */
const RETRY_MS = 1000;
/** Rows per event. Smaller events let the app run between two of them. */
const MAX_ROWS = 100;

export interface SubscriberOptions {
  readonly limit: number;
  /** The id of the last event received on an earlier connection. */
  readonly lastEventId: string | undefined;
  /** Renders entries as rows of the results table. */
  readonly html: (entries: readonly Entry[]) => readonly string[];
  /** Whether the server is closing: an open connection must not delay it. */
  readonly isClosing: () => boolean;
}

/**
 * Returns a function that produces the next server-sent event, or `null` at the end: first the current list, then
 * every new row. The next event is made only after the previous one was sent, so a slow reader does not fill the
 * memory. A subscriber that reconnects continues after its last event, or gets the whole list again if it was away
 * too long.
 */
export function createSubscriber(channel: Channel, options: SubscriberOptions): () => Promise<string | null> {
  const { limit, lastEventId, html, isClosing } = options;
  let position = positionOf(lastEventId, channel);
  let sentError: string | null = null;
  let lastSent = 0;

  function event(name: string, value: unknown): string {
    const id = position === null ? '' : `id: ${channel.id}-${position}\n`;
    // JSON contains no raw line breaks, so it fits in one data line.
    return `${id}event: ${name}\ndata: ${JSON.stringify(value)}\n\n`;
  }
  function rows(entries: readonly Entry[]) {
    const rendered = html(entries);
    return entries.map((entry, i) => {
      const { time, seq, parent } = entry;
      return { time, seq, parent, older: formatCursor(cursorAt(entry, 'older')), html: rendered[i] };
    });
  }

  async function listEvent(): Promise<string | null> {
    try {
      const snapshot = await channel.snapshot(limit);
      position = snapshot.position;
      return event('listing', { limit, rows: rows(snapshot.entries) });
    } catch {
      // The channel reports the same error when it polls.
      return null;
    }
  }

  async function nextEvent(): Promise<string | null> {
    while (!isClosing()) {
      const added = position === null ? null : channel.entriesAfter(position, MAX_ROWS);
      if (added === null || position === null) {
        const text = await listEvent();
        if (text !== null) return text;
      } else if (added.length > 0) {
        position += added.length;
        return event('rows', rows(added));
      }
      if (channel.error !== sentError) {
        sentError = channel.error;
        return event('trouble', sentError);
      }
      if (performance.now() - lastSent > HEARTBEAT_MS) return ': heartbeat\n\n';
      await channel.nextPoll();
    }
    return null;
  }

  return async () => {
    const isFirst = lastSent === 0;
    const text = await nextEvent();
    lastSent = performance.now();
    return text !== null && isFirst ? `retry: ${RETRY_MS}\n\n${text}` : text;
  };
}

/** The position in this channel encoded in an event id; `null` if the id is from another channel. */
function positionOf(lastEventId: string | undefined, { id }: Channel): number | null {
  const [, channelId, position] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
  return channelId === id ? Number(position) : null;
}
