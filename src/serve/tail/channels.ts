import { type Channel, createChannel } from './channel.ts';

const MAX_LISTENERS = 50;
/** A channel that nobody listens to is kept so long, for those who lost their connection. */
const KEPT_MS = 60_000;
const MAX_IDLE = 10;

type Terms = Parameters<typeof createChannel>[0];
type Open = Parameters<typeof createChannel>[1];

export interface Channels {
  /** A listener's channel, the same for all who ask the same; `null` when too many listen. */
  enter(key: string, terms: Terms): Channel | null;
  leave(channel: Channel): void;
}

export function createChannels(open: Open): Channels {
  const channels = new Map<string, Channel>();
  const idle = new Map<Channel, { readonly key: string; readonly timer: NodeJS.Timeout }>();
  const keys = new WeakMap<Channel, string>();

  function forget(channel: Channel): void {
    const found = idle.get(channel);
    if (!found) return;
    clearTimeout(found.timer);
    idle.delete(channel);
    channels.delete(found.key);
  }

  return {
    enter(key, terms) {
      let listeners = 0;
      for (const channel of channels.values()) listeners += channel.listeners;
      if (listeners >= MAX_LISTENERS) return null;
      const channel = channels.get(key) ?? createChannel(terms, open);
      channels.set(key, channel);
      keys.set(channel, key);
      clearTimeout(idle.get(channel)?.timer);
      idle.delete(channel);
      channel.enter();
      return channel;
    },
    leave(channel) {
      channel.leave();
      if (channel.listeners > 0) return;
      const timer = setTimeout(() => forget(channel), KEPT_MS).unref();
      idle.set(channel, { key: keys.get(channel) ?? '', timer });
      const [longest] = idle.keys();
      if (idle.size > MAX_IDLE && longest) forget(longest);
    },
  };
}
