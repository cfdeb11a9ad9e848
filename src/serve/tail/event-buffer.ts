/** An event as it is sent, and the position of a subscriber that has received it. */
export interface TailEvent {
  readonly bytes: Uint8Array;
  readonly position: number;
}

/** Kept for subscribers that fall behind or lose their connection: about 3,000 rows. */
const MAX_BYTES = 8e6;

/** The latest events of a channel, encoded once. Each begins at the position where the one before it ends. */
export interface EventBuffer {
  /** Adds an event with this many entries. */
  add(name: string, entries: number, json: string): void;
  /** An event at the current position that adds no entries. */
  at(name: string, json: string): TailEvent;
  /** Entries arrived that no event has: a subscriber can't continue from before. */
  skip(): void;
  /** Whether every event after this position is still here. */
  has(position: number): boolean;
  /** The event that begins at this position. */
  after(position: number): TailEvent | null;
}

export function createEventBuffer(channelId: string): EventBuffer {
  const encoder = new TextEncoder();
  const events = new Map<number, TailEvent>();
  let position = 0;
  let bytes = 0;

  function encode(name: string, json: string): TailEvent {
    // JSON contains no raw line breaks, so it fits in one data line.
    const text = `id: ${channelId}-${position}\nevent: ${name}\ndata: ${json}\n\n`;
    return { bytes: encoder.encode(text), position };
  }

  return {
    add(name, entries, json) {
      const start = position;
      position += entries;
      const event = encode(name, json);
      events.set(start, event);
      bytes += event.bytes.length;
      for (const [oldest, { bytes: freed }] of events) {
        if (bytes <= MAX_BYTES || oldest === start) break;
        events.delete(oldest);
        bytes -= freed.length;
      }
    },
    at: encode,
    skip() {
      position++;
      events.clear();
      bytes = 0;
    },
    has: (from) => from === position || events.has(from),
    after: (from) => events.get(from) ?? null,
  };
}
