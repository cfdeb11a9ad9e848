import { type Channel, createChannel, type FollowedSearch, type TaskQueue } from './channel.ts';

const MAX_SUBSCRIBERS = 50;
/** A channel without subscribers is kept this long, so a lost connection can resume. */
const IDLE_MS = 60_000;
const MAX_IDLE = 10;

type Open = Parameters<typeof createChannel>[1];

export interface Channels {
  /** Subscribes to the channel of this search; `null` if there are too many subscribers. */
  join(key: string, search: FollowedSearch): Channel | null;
  leave(channel: Channel): void;
}

/** The channels of all live searches. Subscribers of the same search share one. */
export function createChannels(open: Open): Channels {
  const channels = new Map<string, Channel>();
  const idle = new Map<Channel, { readonly key: string; readonly timer: NodeJS.Timeout }>();
  const keys = new WeakMap<Channel, string>();
  let lastTask: Promise<unknown> = Promise.resolve();

  /** One poll at a time, so that many searches take no larger share of the app's time than one. */
  const inTurn: TaskQueue = (task) => {
    const done = lastTask.then(task);
    lastTask = done.catch(() => {});
    return done;
  };

  function remove(channel: Channel): void {
    const found = idle.get(channel);
    if (!found) return;
    clearTimeout(found.timer);
    idle.delete(channel);
    channels.delete(found.key);
  }

  return {
    join(key, search) {
      let subscribers = 0;
      for (const channel of channels.values()) subscribers += channel.subscribers;
      if (subscribers >= MAX_SUBSCRIBERS) return null;
      const channel = channels.get(key) ?? createChannel(search, open, inTurn);
      channels.set(key, channel);
      keys.set(channel, key);
      clearTimeout(idle.get(channel)?.timer);
      idle.delete(channel);
      channel.subscribe();
      return channel;
    },
    leave(channel) {
      channel.unsubscribe();
      if (channel.subscribers > 0) return;
      const timer = setTimeout(() => remove(channel), IDLE_MS).unref();
      idle.set(channel, { key: keys.get(channel) ?? '', timer });
      const [longestIdle] = idle.keys();
      if (idle.size > MAX_IDLE && longestIdle) remove(longestIdle);
    },
  };
}
