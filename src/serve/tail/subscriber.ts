import type { Entry } from '../../profile/entry.ts';
import { cursorAt, formatCursor } from '../../search/cursor.ts';
import type { Channel } from './channel.ts';

/** A connection on which nothing is said for this long may be taken for dead. */
const HEARTBEAT_MS = 15_000;
/** The browser comes back so soon when its connection is lost. */
const RETRY_MS = 1000;
/** Rows in one event. The app has its turn between two. */
const MOST_ROWS = 100;

export interface SubscriberOptions {
  readonly limit: number;
  /** The id of the last event that was received, on another connection. */
  readonly lastEventId: string | undefined;
  /** Rows as the listing shows them. */
  readonly html: (entries: readonly Entry[]) => readonly string[];
  /** Whether the server wants to stop: an open connection must not keep it. */
  readonly isClosing: () => boolean;
}

/**
 * What one listener is sent, event by event, `null` at the end: first the listing as it stands, then every row that
 * arrives. Each is asked for when the one before is gone, so a slow reader piles nothing up. A listener that
 * comes back goes on where it stood; one that was away too long is sent the listing anew.
 */
export function createSubscriber(channel: Channel, options: SubscriberOptions): () => Promise<string | null> {
  const { limit, lastEventId, html, isClosing } = options;
  let arrived = placeOf(lastEventId, channel);
  let trouble: string | null = null;
  let said = 0;

  function event(name: string, value: unknown): string {
    const id = arrived === null ? '' : `id: ${channel.id}-${arrived}\n`;
    // JSON has no line breaks: it is one line of the event.
    return `${id}event: ${name}\ndata: ${JSON.stringify(value)}\n\n`;
  }
  function rows(entries: readonly Entry[]) {
    const shown = html(entries);
    return entries.map((entry, i) => {
      const { time, seq, parent } = entry;
      return { time, seq, parent, older: formatCursor(cursorAt(entry, 'older')), html: shown[i] };
    });
  }

  async function listing(): Promise<string | null> {
    try {
      const standing = await channel.standing(limit);
      arrived = standing.arrived;
      return event('listing', { limit, rows: rows(standing.entries) });
    } catch {
      // The channel knows why, and tells.
      return null;
    }
  }

  async function something(): Promise<string | null> {
    while (!isClosing()) {
      const fresh = arrived === null ? null : channel.since(arrived, MOST_ROWS);
      if (fresh === null || arrived === null) {
        const text = await listing();
        if (text !== null) return text;
      } else if (fresh.length > 0) {
        arrived += fresh.length;
        return event('rows', rows(fresh));
      }
      if (channel.trouble !== trouble) {
        trouble = channel.trouble;
        return event('trouble', trouble);
      }
      if (performance.now() - said > HEARTBEAT_MS) return ': still listening\n\n';
      await channel.looked();
    }
    return null;
  }

  return async () => {
    const first = said === 0;
    const text = await something();
    said = performance.now();
    return text !== null && first ? `retry: ${RETRY_MS}\n\n${text}` : text;
  };
}

/** Where a listener stood in this channel. */
function placeOf(lastEventId: string | undefined, { id }: Channel): number | null {
  const [, channelId, arrived] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
  return channelId === id ? Number(arrived) : null;
}
