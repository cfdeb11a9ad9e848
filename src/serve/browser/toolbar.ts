import type { Seen } from '../toolbar-summary.ts';
import { button, element } from './element.ts';
import { BASE } from './site.ts';

/** The bar on a page of the app: what its request did, and what the page has fetched since. */

const HIDDEN = 'gatebook.toolbar.hidden';
const FETCHED = new Set(['fetch', 'xmlhttprequest', 'beacon']);
/** A request is in the book a moment after its answer; who asks again is told then. */
const AGAIN_MS = [150, 500, 1500, 4000];
const MOST_LISTED = 50;

const own = document.querySelector<HTMLElement>('script[data-gatebook]')?.dataset.gatebook;
if (own && top === self && sessionStorage.getItem(HIDDEN) === null) void start(own);

async function start(token: string): Promise<void> {
  const style = new CSSStyleSheet();
  style.replaceSync(await (await fetch(new URL('toolbar.css', import.meta.url))).text());
  // A page's own style ends where the bar begins.
  const host = element('div', { id: 'gatebook-toolbar' });
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [style];
  const summary = element('span', { class: 'own' }, `${token} …`);
  const count = element('summary');
  const rows = element('tbody');
  const list = element('details', { class: 'fetched', hidden: '' }, count, element('table', {}, rows));
  const hide = button('×', () => leave(host), {
    'aria-label': 'Hide until this tab is closed',
    title: 'Hide',
  });
  const bar = element('section', { 'aria-label': 'Gatebook' }, summary, list, hide);
  root.append(bar);
  document.body.append(host);

  let fetched = 0;
  const asking = inBatches(ask);
  summary.replaceChildren(...summaryOf((await ask([token])).get(token), token));

  new PerformanceObserver((seen) => {
    for (const entry of seen.getEntries() as PerformanceResourceTiming[]) {
      const named = entry.serverTiming?.find(({ name }) => name === 'gatebook')?.description;
      if (!named || !FETCHED.has(entry.initiatorType)) continue;
      fetched++;
      list.hidden = false;
      count.textContent = fetched === 1 ? '1 request' : `${fetched} requests`;
      const row = element(
        'tr',
        { 'data-at': String(entry.startTime) },
        element('td', { colspan: '5' }, `${named} …`),
      );
      // The newest first. They are told of as they end.
      const earlier = [...rows.children].find(
        (other) => Number(other.getAttribute('data-at')) < entry.startTime,
      );
      rows.insertBefore(row, earlier ?? null);
      while (rows.children.length > MOST_LISTED) rows.lastElementChild?.remove();
      void asking(named).then((found) => row.replaceChildren(...cellsOf(found.get(named), named)));
    }
  }).observe({ type: 'resource', buffered: true });
}

function leave(host: HTMLElement): void {
  sessionStorage.setItem(HIDDEN, '');
  host.remove();
}

type Found = ReadonlyMap<string, Seen>;

/** What is known of these, asked again as long as one of them is missing. */
async function ask(tokens: readonly string[]): Promise<Found> {
  const found = new Map<string, Seen>();
  for (const wait of AGAIN_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const missing = tokens.filter((token) => !found.has(token));
    if (missing.length === 0) break;
    const answer = await fetch(`${BASE}/toolbar?tokens=${missing.join(',')}`).catch(() => null);
    if (!answer?.ok) continue;
    for (const seen of (await answer.json()) as Seen[]) found.set(seen.token, seen);
  }
  return found;
}

/** A page that fetches much at once asks for it at once. */
function inBatches(run: (tokens: readonly string[]) => Promise<Found>): (token: string) => Promise<Found> {
  let tokens: string[] = [];
  let running: Promise<Found> | null = null;
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

function summaryOf(seen: Seen | undefined, token: string): (Node | string)[] {
  if (!seen) return [link(token, '', token), ' not in the book yet'];
  const { status, took, queries, repeated, logs, error } = seen;
  const parts: Node[] = [statusOf(seen), link(token, '', took, 'How long it took')];
  if (error) parts.push(link(token, '#exception', error, 'How it ended'));
  const again = repeated > 0 ? ` (${repeated} repeated)` : '';
  if (queries > 0) parts.push(link(token, '#queries', `${counted(queries, 'query', 'queries')}${again}`));
  if (logs > 0) parts.push(link(token, '#logs', counted(logs, 'log line', 'log lines')));
  parts.push(link(token, '', token, `The profile of this page, answered with ${status}`));
  return parts;
}

function cellsOf(seen: Seen | undefined, token: string): Node[] {
  if (!seen) return [cell(link(token, '', token)), cell('not in the book yet')];
  return [
    cell(statusOf(seen)),
    cell(seen.method),
    cell(link(token, '', seen.path)),
    cell(seen.took),
    cell(seen.queries > 0 ? counted(seen.queries, 'query', 'queries') : ''),
  ];
}

function statusOf({ status, token }: Seen): HTMLElement {
  const shown = link(token, '', status === 0 ? 'aborted' : String(status), 'Status');
  shown.className = `s${Math.floor(status / 100)}`;
  return shown;
}

function cell(content: Node | string): HTMLElement {
  return element('td', {}, content);
}

function link(token: string, part: string, text: string, title = ''): HTMLAnchorElement {
  return element('a', { href: `${BASE}/${encodeURIComponent(token)}${part}`, title: title || text }, text);
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
