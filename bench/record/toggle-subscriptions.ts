import { type Channel, type ChannelListener, channel } from 'node:diagnostics_channel';

const NAMES = ['http.server.response.created', 'http.server.request.start', 'http.server.response.finish'];

/**
 * A subscription to Node's diagnostics channels affects the whole process, so it would also slow down the bare server.
 * This removes all subscriptions made after the call, and restores them for the turns that need them.
 */
export function toggleSubscriptions() {
  const channels = NAMES.map((name) => channel(name));
  const before = new Set(channels.flatMap(listenersOf));
  let removed: { readonly from: Channel; readonly listener: ChannelListener }[] = [];
  return {
    off() {
      removed = channels.flatMap((from) =>
        listenersOf(from)
          .filter((listener) => !before.has(listener))
          .map((listener) => ({ from, listener })),
      );
      for (const { from, listener } of removed) from.unsubscribe(listener);
    },
    on() {
      for (const { from, listener } of removed) from.subscribe(listener);
    },
  };
}

function listenersOf(from: Channel): readonly ChannelListener[] {
  return (from as unknown as { _subscribers?: readonly ChannelListener[] })._subscribers ?? [];
}
