import type { Channel } from './channel.ts';

/** Proxies and browsers may close a connection that is silent for longer. */
const HEARTBEAT_MS = 15_000;
/** How soon the browser reconnects after losing the connection. */
const RETRY_MS = 1000;

/**
 * Returns a function that produces the next server-sent event, or `null` at the end: first the current list, then
 * every new row. The next event is made only after the previous one was sent, so a slow reader does not fill the
 * memory. A subscriber that reconnects continues after its last event, or gets the whole list again if it was away
 * too long.
 * @param lastEventId the id of the last event received on an earlier connection
 * @param isClosing whether the server is closing: an open connection must not delay it
 */
export function createSubscriber(
  channel: Channel,
  lastEventId: string | undefined,
  isClosing: () => boolean,
): () => Promise<Uint8Array | null> {
  const encoder = new TextEncoder();
  let position = positionOf(lastEventId, channel);
  let sentError: string | null = null;
  let lastSent = 0;

  /** The channel reports an error when it polls, so none is sent here. */
  const listing = () => channel.listing().catch(() => null);

  async function nextEvent(): Promise<Uint8Array | null> {
    while (!isClosing()) {
      const event =
        position !== null && channel.canContinue(position) ? channel.next(position) : await listing();
      if (event) {
        position = event.position;
        return event.bytes;
      }
      if (channel.error !== sentError) {
        sentError = channel.error;
        return encoder.encode(`event: trouble\ndata: ${JSON.stringify(sentError)}\n\n`);
      }
      if (performance.now() - lastSent > HEARTBEAT_MS) return encoder.encode(': heartbeat\n\n');
      await channel.nextPoll();
    }
    return null;
  }

  return async () => {
    if (lastSent === 0) {
      lastSent = performance.now();
      return encoder.encode(`retry: ${RETRY_MS}\n\n`);
    }
    const bytes = await nextEvent();
    lastSent = performance.now();
    return bytes;
  };
}

/** The position in this channel encoded in an event id; `null` if the id is from another channel. */
function positionOf(lastEventId: string | undefined, { id }: Channel): number | null {
  const [, channelId, position] = /^([0-9a-f]{12})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
  return channelId === id ? Number(position) : null;
}
