import { countOf } from '../../format/count-text.ts';
import type { RequestSummary } from '../routes/toolbar.ts';
import { button, element } from './element.ts';
import { BASE } from './page-url.ts';

/** The toolbar on a page of the app: a summary of its request, and of the requests that the page has sent since. */

const HIDDEN_KEY = 'gatebook.toolbar.hidden';
const FETCH_TYPES = new Set(['fetch', 'xmlhttprequest', 'beacon']);
/** A profile is written shortly after the response was sent, so its summary may need several attempts. */
const RETRY_MS = [150, 500, 1500, 4000];
const MAX_ROWS = 50;
/** Without the cookie, the request goes to the locked page or to the app. */
const LOCKED_STATUSES = new Set([401, 404]);

const pageToken = document.querySelector<HTMLElement>('script[data-gatebook]')?.dataset.gatebook;
if (pageToken && top === self && sessionStorage.getItem(HIDDEN_KEY) === null) void start(pageToken);

async function start(token: string): Promise<void> {
  const style = new CSSStyleSheet();
  style.replaceSync(await (await fetch(new URL('toolbar.css', import.meta.url))).text());
  // The styles of the page do not apply inside a shadow root.
  const host = element('div', { id: 'gatebook-toolbar' });
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [style];
  const summary = element('span', { class: 'page-request' }, `${token} …`);
  const count = element('summary');
  const rows = element('tbody');
  const list = element('details', { class: 'fetched', hidden: '' }, count, element('table', {}, rows));
  const hideButton = button('×', () => hide(host), {
    'aria-label': 'Hide until this tab is closed',
    title: 'Hide',
  });
  root.append(element('section', { 'aria-label': 'Gatebook' }, summary, list, hideButton));
  document.body.append(host);

  let fetched = 0;
  const fetchBatched = inBatches(fetchSummaries);
  summary.replaceChildren(...summaryNodes(await fetchSummaries([token]), token));

  new PerformanceObserver((observed) => {
    for (const timing of observed.getEntries() as PerformanceResourceTiming[]) {
      const rowToken = timing.serverTiming?.find(({ name }) => name === 'gatebook')?.description;
      if (!rowToken || !FETCH_TYPES.has(timing.initiatorType)) continue;
      fetched++;
      list.hidden = false;
      count.textContent = countOf(fetched, 'request');
      const row = element(
        'tr',
        { 'data-start': String(timing.startTime) },
        element('td', { colspan: '5' }, `${rowToken} …`),
      );
      // Newest first. Requests are observed in the order in which they end, not start.
      const earlier = [...rows.children].find(
        (other) => Number(other.getAttribute('data-start')) < timing.startTime,
      );
      rows.insertBefore(row, earlier ?? null);
      while (rows.children.length > MAX_ROWS) rows.lastElementChild?.remove();
      void fetchBatched(rowToken).then((found) => row.replaceChildren(...rowCells(found, rowToken)));
    }
  }).observe({ type: 'resource', buffered: true });
}

function hide(host: HTMLElement): void {
  sessionStorage.setItem(HIDDEN_KEY, '');
  host.remove();
}

type Summaries = ReadonlyMap<string, RequestSummary> | 'locked';

/** Fetches the summaries of these requests, and retries for those that are not in the book yet. */
async function fetchSummaries(tokens: readonly string[]): Promise<Summaries> {
  const found = new Map<string, RequestSummary>();
  for (const delay of RETRY_MS) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const missing = tokens.filter((token) => !found.has(token));
    if (missing.length === 0) break;
    const response = await fetch(`${BASE}/toolbar?tokens=${missing.join(',')}`).catch(() => null);
    if (response && LOCKED_STATUSES.has(response.status)) return 'locked';
    if (!response?.ok) continue;
    for (const summary of (await response.json()) as RequestSummary[]) found.set(summary.token, summary);
  }
  return found;
}

/** Combines calls of the same tick into one. */
function inBatches(
  run: (tokens: readonly string[]) => Promise<Summaries>,
): (token: string) => Promise<Summaries> {
  let tokens: string[] = [];
  let running: Promise<Summaries> | null = null;
  return (token) => {
    tokens.push(token);
    running ??= Promise.resolve().then(() => {
      const batch = tokens;
      tokens = [];
      running = null;
      return run(batch);
    });
    return running;
  };
}

function summaryNodes(found: Summaries, token: string): (Node | string)[] {
  if (found === 'locked') return [link(token, '', token), lockedLink()];
  const summary = found.get(token);
  if (!summary) return [link(token, '', token), ' not in the book yet'];
  const { duration, queries, repeated, logs, error } = summary;
  const nodes: Node[] = [statusLink(summary), link(token, '', duration, 'Duration')];
  if (error) nodes.push(link(token, '?panel=exception', error, 'Error'));
  const repeatedText = repeated > 0 ? ` (${repeated} repeated)` : '';
  if (queries > 0) nodes.push(link(token, '?panel=queries', `${countOf(queries, 'query')}${repeatedText}`));
  if (logs > 0) nodes.push(link(token, '?panel=logs', countOf(logs, 'log line')));
  nodes.push(link(token, '', token, 'Profile of this page'));
  return nodes;
}

function rowCells(found: Summaries, token: string): Node[] {
  if (found === 'locked') return [cell(link(token, '', token)), cell('locked')];
  const summary = found.get(token);
  if (!summary) return [cell(link(token, '', token)), cell('not in the book yet')];
  const { method, path, duration, queries } = summary;
  return [
    cell(statusLink(summary)),
    cell(method),
    cell(link(token, '', path)),
    cell(duration),
    cell(queries > 0 ? countOf(queries, 'query') : ''),
  ];
}

function statusLink({ status, token }: RequestSummary): HTMLElement {
  const created = link(token, '', status === 0 ? 'aborted' : String(status), 'Status');
  created.className = `s${Math.floor(status / 100)}`;
  return created;
}

function lockedLink(): HTMLElement {
  return element('a', { href: BASE, class: 'locked' }, 'Locked: run npx gatebook open');
}

function cell(content: Node | string): HTMLElement {
  return element('td', {}, content);
}

function link(token: string, hash: string, text: string, title = ''): HTMLAnchorElement {
  return element('a', { href: `${BASE}/${encodeURIComponent(token)}${hash}`, title: title || text }, text);
}
