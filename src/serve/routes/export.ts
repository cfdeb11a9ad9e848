import type { Context } from 'hono';
import { visibleJson, visibleText } from '../../format/visible-text.ts';
import { entryJson, profileJson } from '../../profile/entry-json.ts';
import type { Profile } from '../../profile/profile.ts';
import { formatTime, type Micros } from '../../profile/time.ts';
import { allMatches, fromFirst } from '../../report/export/all-matches.ts';
import { csvFile, harFile, jsonFile } from '../../report/export/export-files.ts';
import { harEntry, harOf } from '../../report/export/har.ts';
import { requestOf } from '../../report/export/replayable-request.ts';
import { LANGUAGE_NAMES, languageOf, snippetOf } from '../../report/export/snippets.ts';
import { mistakesText, parseExport } from '../../report/parse-search.ts';
import { type Criteria, childrenOf } from '../../search/criteria.ts';
import type { Store } from '../../store/store.ts';
import { attachmentHeaders, byteStream } from '../export/download.ts';
import { queryOf, type Routes } from './site.ts';

/** The files of a search. */
const KINDS = ['csv', 'har', 'json'] as const;

/** Downloads: one profile, or all matches of a search. */
export function addExport({ app, base, freshStore }: Routes): void {
  app.get(`${base}/:file{[0-9A-Fa-f]+\\.json}`, async (c) => {
    const found = await findProfile(c, await freshStore(), c.req.param('file').slice(0, -'.json'.length));
    if (found instanceof Response) return found;
    const { book, token, profile } = found;
    const children = await book.search(childrenOf(token), { signal: c.req.raw.signal });
    const text = visibleJson({
      ...profileJson(profile, book.tokens),
      subRequests: children.entries.map((child) => entryJson(child, book.tokens)),
      moreSubRequests: children.older !== null || children.searchedTo !== null,
    });
    return c.body(`${text}\n`, 200, attachmentHeaders('json', token));
  });

  app.get(`${base}/:file{[0-9A-Fa-f]+\\.har}`, async (c) => {
    const found = await findProfile(c, await freshStore(), c.req.param('file').slice(0, -'.har'.length));
    if (found instanceof Response) return found;
    const { book, token, profile } = found;
    const entry = harEntry(profile, await requestOf(book, profile), book.tokens);
    return c.body(`${visibleJson(harOf(entry))}\n`, 200, attachmentHeaders('har', token));
  });

  app.get(`${base}/:token/snippet`, async (c) => {
    const name = queryOf(c.req.url).get('lang') ?? 'curl';
    const language = languageOf(name);
    if (!language) {
      const names = LANGUAGE_NAMES.join(', ');
      return c.text(`Unknown language "${visibleText(name.slice(0, 50))}". Use one of: ${names}.\n`, 400);
    }
    const found = await findProfile(c, await freshStore(), c.req.param('token'));
    if (found instanceof Response) return found;
    const { book, profile } = found;
    const snippet = snippetOf(language, profile, await requestOf(book, profile));
    return snippet.ok ? c.text(snippet.text) : c.text(`${snippet.reason}\n`, 422);
  });

  for (const kind of KINDS) {
    app.get(`${base}/export.${kind}`, async (c) => {
      const now = Date.now();
      const parsed = parseExport(queryOf(c.req.url), (now * 1000) as Micros);
      if (!parsed.ok) return c.text(mistakesText(parsed.mistakes), 400);
      const label = new Date(now).toISOString().slice(0, 19);
      return sendMatches(c, await freshStore(), parsed.criteria, kind, label);
    });
  }
}

interface FoundProfile {
  readonly book: Store;
  readonly token: string;
  readonly profile: Profile;
}

/** Files are often fetched by programs, so errors are plain text. */
async function findProfile(c: Context, book: Store, rawToken: string): Promise<FoundProfile | Response> {
  const token = rawToken.toLowerCase();
  const profile = await book.get(token);
  if (!profile) return c.text('No profile has this token.\n', 404);
  if ('expired' in profile)
    return c.text(`This profile expired on ${formatTime(profile.expired)} UTC.\n`, 410);
  return { book, token, profile };
}

/** Reads the book as fast as the client downloads, and stops when it disconnects. */
async function sendMatches(
  c: Context,
  book: Store,
  criteria: Criteria,
  kind: (typeof KINDS)[number],
  label: string,
): Promise<Response> {
  const { signal } = c.req.raw;
  const pages = allMatches(book, criteria, signal);
  // Read the first page before responding, so errors and the "more" header can still be sent.
  const first = await pages.next();
  const more = first.done ? maybe(first.value.more) : await isMore(book, criteria, signal);
  const all = fromFirst(first, pages);
  const chunks = {
    csv: () => csvFile(book, all, more !== null),
    har: () => harFile(book, all, signal),
    json: () => jsonFile(book, all),
  }[kind]();
  if (more !== null) c.header('X-Gatebook-More', more);
  return c.body(byteStream(chunks), 200, attachmentHeaders(kind, label));
}

/** Whether there are more matches than fit in the file; `null` if there are not. */
async function isMore(
  book: Store,
  { terms, limit, cursor }: Criteria,
  signal: AbortSignal,
): Promise<'yes' | 'maybe' | null> {
  const count = await book.count(terms, limit, { signal });
  return count.capped && count.matches >= limit && cursor === null ? 'yes' : maybe(count.capped);
}

function maybe(is: boolean): 'maybe' | null {
  return is ? 'maybe' : null;
}
