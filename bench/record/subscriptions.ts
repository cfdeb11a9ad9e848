import { type Channel, type ChannelListener, channel } from 'node:diagnostics_channel';

const NAMES = ['http.server.response.created', 'http.server.request.start', 'http.server.response.finish'];

/**
 * A subscription to Node's channels is the whole process's: it would cost the bare server too, which in an app
 * without Gatebook has none. So those that came with `start` are taken away and given back.
 */
export async function collectSubscriptions(start: () => Promise<void>) {
  const channels = NAMES.map((name) => channel(name));
  const before = new Set(channels.flatMap(listenersOf));
  await start();
  const ours = channels.map((to) => ({
    to,
    listeners: listenersOf(to).filter((listener) => !before.has(listener)),
  }));
  return {
    on() {
      for (const { to, listeners } of ours) for (const listener of listeners) to.subscribe(listener);
    },
    off() {
      for (const { to, listeners } of ours) for (const listener of listeners) to.unsubscribe(listener);
    },
  };
}

function listenersOf(from: Channel): readonly ChannelListener[] {
  return (from as unknown as { _subscribers?: readonly ChannelListener[] })._subscribers ?? [];
}
