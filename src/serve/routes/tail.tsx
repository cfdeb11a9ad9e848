import type { IncomingMessage } from 'node:http';
import type { Entry } from '../../profile/entry.ts';
import type { Micros } from '../../profile/time.ts';
import type { Tokens } from '../../profile/token.ts';
import { asksForStages } from '../../search/criteria.ts';
import { cursorAt, formatCursor } from '../../search/cursor.ts';
import { queryFromParams } from '../../search/edit-query.ts';
import { parseForm } from '../../search/form.ts';
import { SORT_PARAM } from '../../search/query-text.ts';
import { ResultRow } from '../pages/search/results-table.tsx';
import { searchLinks } from '../pages/search-links.ts';
import { createChannels } from '../tail/channels.ts';
import { createSubscriber } from '../tail/subscriber.ts';
import { queryOf, type Routes } from './site.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // no-transform: a proxy that compresses would hold events back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** New matches of a search as server-sent events. */
export function addTail({ app, base, freshStore }: Routes): void {
  const channels = createChannels(freshStore);

  app.get(`${base}/tail`, (c) => {
    // A response to HEAD has no body, so the stream would never be read or closed.
    if (c.req.raw.method !== 'GET') return c.body(null, 200, HEADERS);
    const params = queryOf(c.req.url);
    // An EventSource that the page opens itself cannot send headers.
    const lastEventId = c.req.header('Last-Event-ID') ?? params.get('after') ?? undefined;
    for (const name of ['after', 'cursor']) params.delete(name);
    const parsed = parseForm(params, (Date.now() * 1000) as Micros);
    if (!parsed.ok)
      return c.text('The search query is not valid. Open it on the search page to see why.\n', 400);
    const { terms, limit, sort, details } = parsed.criteria;
    if (sort !== undefined || details !== undefined)
      return c.text(`A search with ${details?.[0]?.field ?? SORT_PARAM}: cannot be followed live.\n`, 400);
    const { zone, columns } = parsed;
    const text = queryFromParams(params);
    const limitText = params.get('limit') ?? '';

    const countsStages = asksForStages(terms);
    const search = searchLinks({ base, text, terms, zone, limit: limitText, columns });

    function rows(entries: readonly Entry[], tokens: Tokens): string[] {
      return entries.map((entry) => {
        const { time, seq, parent, kind } = entry;
        const isCounted = countsStages || kind !== 'error';
        const older = formatCursor(cursorAt(entry, 'older'));
        const html = String(ResultRow({ base, entry, tokens, zone, search }));
        return JSON.stringify({ time, seq, parent, isCounted, older, html });
      });
    }
    const key = channelKey(params);
    const channel = channels.join(key, { terms, limit, rows });
    if (!channel)
      return c.text('Too many live searches are open. Try again in 30 seconds.\n', 503, {
        'Retry-After': '30',
      });
    const next = createSubscriber(channel, lastEventId, () => isClosing(c.env));

    let hasLeft = false;
    const leave = () => {
      if (!hasLeft) channels.leave(key);
      hasLeft = true;
    };
    const { signal } = c.req.raw;
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    const events = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const bytes = await next();
        if (hasLeft) return;
        if (bytes !== null) return controller.enqueue(bytes);
        leave();
        controller.close();
      },
      cancel: leave,
    });
    return c.body(events, 200, HEADERS);
  });
}

/** Subscribers with the same key get the same rows. */
function channelKey(params: URLSearchParams): string {
  const criteria = [...params].filter(([, value]) => value.trim() !== '');
  return new URLSearchParams(criteria).toString();
}

/** A closing server waits for its connections, and this one would never end by itself. */
function isClosing(env: unknown): boolean {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  const { server } = (incoming?.socket ?? {}) as { server?: { listening?: boolean } };
  return server?.listening === false;
}
