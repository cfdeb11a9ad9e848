import { type Channel, createChannel, type FollowedSearch, type TaskQueue } from './channel.ts';

const MAX_SUBSCRIBERS = 50;
/** A channel without subscribers is kept this long, so a lost connection can resume. */
const IDLE_MS = 60_000;
const MAX_IDLE = 10;

type Open = Parameters<typeof createChannel>[1];

export interface Channels {
  /** Subscribes to the channel of this search; `null` if there are too many subscribers. */
  join(key: string, search: FollowedSearch): Channel | null;
  leave(key: string): void;
}

/** The channels of all live searches. Subscribers of the same search share one. */
export function createChannels(open: Open): Channels {
  const channels = new Map<string, Channel>();
  /** When channels without subscribers are removed, the longest idle first. */
  const idle = new Map<string, NodeJS.Timeout>();
  let lastTask: Promise<unknown> = Promise.resolve();

  /** Polls one at a time, so that fifty live searches take the same share of the app's time as one. */
  const inTurn: TaskQueue = (task) => {
    const done = lastTask.then(task);
    lastTask = done.catch(() => {});
    return done;
  };

  function stopRemoval(key: string): void {
    clearTimeout(idle.get(key));
    idle.delete(key);
  }

  function remove(key: string): void {
    stopRemoval(key);
    channels.delete(key);
  }

  return {
    join(key, search) {
      let subscribers = 0;
      for (const channel of channels.values()) subscribers += channel.subscribers;
      if (subscribers >= MAX_SUBSCRIBERS) return null;
      const channel = channels.get(key) ?? createChannel(search, open, inTurn);
      channels.set(key, channel);
      stopRemoval(key);
      channel.subscribe();
      return channel;
    },
    leave(key) {
      const channel = channels.get(key);
      channel?.unsubscribe();
      if (channel?.subscribers !== 0) return;
      idle.set(key, setTimeout(() => remove(key), IDLE_MS).unref());
      const [longestIdle] = idle.keys();
      if (idle.size > MAX_IDLE && longestIdle !== undefined) remove(longestIdle);
    },
  };
}
