import { type Channel, type ChannelListener, channel } from 'node:diagnostics_channel';

const NAMES = ['http.server.response.created', 'http.server.request.start', 'http.server.response.finish'];

/**
 * A subscription to Node's channels is the whole process's: it would cost the bare server too, which in an app
 * without Gatebook has none. So all that are made from now on are taken away and given back.
 */
export function watchSubscriptions() {
  const channels = NAMES.map((name) => channel(name));
  const before = new Set(channels.flatMap(listenersOf));
  let taken: { readonly from: Channel; readonly listener: ChannelListener }[] = [];
  return {
    off() {
      taken = channels.flatMap((from) =>
        listenersOf(from)
          .filter((listener) => !before.has(listener))
          .map((listener) => ({ from, listener })),
      );
      for (const { from, listener } of taken) from.unsubscribe(listener);
    },
    on() {
      for (const { from, listener } of taken) from.subscribe(listener);
    },
  };
}

function listenersOf(from: Channel): readonly ChannelListener[] {
  return (from as unknown as { _subscribers?: readonly ChannelListener[] })._subscribers ?? [];
}
