import type { IncomingMessage } from 'node:http';
import type { Micros } from '../../profile/time.ts';
import { queryFromParams } from '../../search/edit-query.ts';
import { parseForm } from '../../search/form.ts';
import { ResultRow } from '../pages/results-table.tsx';
import { searchLinks } from '../pages/search-links.ts';
import { createChannels } from '../tail/channels.ts';
import { createSubscriber } from '../tail/subscriber.ts';
import { queryOf, type Routes } from './site.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Neither kept nor held back on its way, be it to be packed.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** The matches of a search as they arrive, as server-sent events. */
export function addTail({ app, site, freshStore }: Routes): void {
  const { base } = site;
  const channels = createChannels(freshStore);

  app.get(`${base}/tail`, async (c) => {
    // Nobody reads the answer to a HEAD, and nobody would end it.
    if (c.req.raw.method !== 'GET') return c.body(null, 200, HEADERS);
    const params = queryOf(c.req.url);
    // A page that opens a new connection itself can send no header.
    const lastEventId = c.req.header('Last-Event-ID') ?? params.get('after') ?? undefined;
    for (const name of ['after', 'cursor']) params.delete(name);
    const question = parseForm(params, (Date.now() * 1000) as Micros);
    if (!question.ok) return c.text('This search has a mistake in it.\n', 400);
    const { zone } = question;
    const { terms } = question.criteria;
    const text = queryFromParams(params);
    const limit = params.get('limit') ?? '';
    const { tokens } = await freshStore();

    const channel = channels.join(searchOf(params), terms);
    if (!channel) return c.text('Too many listen already.\n', 503, { 'Retry-After': '30' });
    const next = createSubscriber(channel, {
      limit: question.criteria.limit,
      lastEventId,
      html(entries) {
        // Of its own for each event: it remembers every value it made an address of.
        const search = searchLinks({ base, text, terms, zone, limit });
        return entries.map((entry) =>
          String(<ResultRow base={base} entry={entry} tokens={tokens} zone={zone} search={search} />),
        );
      },
      isClosing: () => isClosing(c.env),
    });

    let left = false;
    const leave = () => {
      if (!left) channels.leave(channel);
      left = true;
    };
    const { signal } = c.req.raw;
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    const encoder = new TextEncoder();
    const events = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const text = await next();
        if (left) return;
        if (text !== null) return controller.enqueue(encoder.encode(text));
        leave();
        controller.close();
      },
      cancel: leave,
    });
    return c.body(events, 200, HEADERS);
  });
}

/** What is asked, however much of it a listener sees. */
function searchOf(params: URLSearchParams): string {
  const asked = [...params].filter(([name, value]) => name !== 'limit' && value.trim() !== '');
  return new URLSearchParams(asked).toString();
}

/** A server that is being closed waits for its connections, and this one would never end by itself. */
function isClosing(env: unknown): boolean {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  const { server } = (incoming?.socket ?? {}) as { server?: { listening?: boolean } };
  return server?.listening === false;
}
