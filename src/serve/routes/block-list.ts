import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';
import { visibleText } from '../../format/visible-text.ts';
import { type IpRange, ipKey, parseIpRange } from '../../net/ip.ts';
import type { Micros } from '../../profile/time.ts';
import { allMatches } from '../../report/export/all-matches.ts';
import { mistakesText, parseExport } from '../../report/parse-search.ts';
import { createNetworks } from '../export/block-list.ts';
import { BLOCK_LIST_FORMATS } from '../export/block-list-formats.ts';
import { attachmentHeaders } from '../export/download.ts';
import { queryOf, type Routes } from './site.ts';

const DEFAULT_HOURS = 24;
const MAX_HOURS = 8760;

/** The clients of a search, as a file for the tool that blocks them. */
export function addBlockList({ app, base, freshStore }: Routes): void {
  app.get(`${base}/block-list`, async (c) => {
    const params = queryOf(c.req.url);
    // The remaining parameters are those of a search.
    const take = (name: string) => {
      const value = params.get(name)?.trim() ?? '';
      params.delete(name);
      return value;
    };
    const [formatName, hoursText, keep] = [take('format'), take('hours'), take('keep')];
    const format = BLOCK_LIST_FORMATS.find(({ name }) => name === (formatName || 'plain'));
    if (!format) {
      const names = BLOCK_LIST_FORMATS.map(({ name }) => name).join(', ');
      return c.text(`Unknown format "${cut(formatName)}". Use one of: ${names}.\n`, 400);
    }
    const hours = Number(hoursText || DEFAULT_HOURS);
    if (!Number.isInteger(hours) || hours < 1 || hours > MAX_HOURS)
      return c.text(`hours=${cut(hoursText)}: write a whole number from 1 to ${MAX_HOURS}.\n`, 400);
    const kept = keep.split(/[\s,]+/).filter((text) => text !== '');
    const ranges = kept.map(parseIpRange);
    const wrong = kept[ranges.indexOf(null)];
    if (wrong !== undefined)
      return c.text(`keep=${cut(wrong)}: write addresses and networks, such as 203.0.113.0/24.\n`, 400);
    const made = new Date();
    const parsed = parseExport(params, (made.getTime() * 1000) as Micros);
    if (!parsed.ok) return c.text(mistakesText(parsed.mistakes), 400);

    const networks = createNetworks([...ranges.filter((range) => range !== null), ...addressesOf(c)]);
    const matches = allMatches(await freshStore(), parsed.criteria, c.req.raw.signal);
    for await (const entries of matches) for (const entry of entries) networks.add(entry);
    const text = format.write({ networks: networks.list(), made, hours });
    return c.body(text, 200, attachmentHeaders(format.extension, `blocked-${format.name}`));
  });
}

/** The addresses of the reader, who must not lock themselves out. More headers can only make the list shorter. */
function addressesOf(c: Context): IpRange[] {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const texts = [
    incoming?.socket.remoteAddress ?? '',
    ...['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'True-Client-IP'].map(
      (name) => c.req.header(name) ?? '',
    ),
  ];
  return texts
    .flatMap((text) => text.match(/[0-9a-f.:]+/gi) ?? [])
    .map(ipKey)
    .filter((key) => key !== null)
    .map((key) => ({ from: key, to: key }));
}

function cut(text: string): string {
  return visibleText(text.slice(0, 50));
}
