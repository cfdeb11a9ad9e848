import { resultsFound } from '../../../format/count-text.ts';
import { button, element } from '../element.ts';
import { BASE, urlWith } from '../page-url.ts';
import { createRowBuffer } from './row-buffer.ts';
import { createRowRenderer, type Row } from './rows.ts';
import { openTail, type TailStream } from './tail-stream.ts';

const HASH = '#live';
/** The stream is closed when the page has been hidden for this long, and opened again when it is visible. */
const MAX_HIDDEN_MS = 30_000;
const RELOADED_KEY = 'gatebook.reloaded';
const RELOAD_AGAIN_MS = 5000;

/** Adds the Live button, which shows new matches as they are recorded. */
export function startLive(): { toggle(): void } | null {
  const line = document.querySelector('.count-line');
  const count = line?.querySelector('.count');
  if (!line || !count || line.hasAttribute('data-no-live')) return null;
  const table = document.querySelector<HTMLTableElement>('#results');
  const body = table?.tBodies[0];
  /** The tokens of the rows that the page was loaded with. */
  const listed = new Set([...(body?.rows ?? [])].map(({ dataset }) => dataset.token));

  const toggleButton = button('Live', toggle, { class: 'quiet live', 'aria-pressed': 'false' });
  const state = element('span', { role: 'status' });
  const counter = element('span');
  line
    .querySelector('.live-line')
    ?.append(toggleButton, element('span', { class: 'state' }, state, ' ', counter));

  let stream: TailStream | null = null;
  let lastEventId = '';
  let limit = 0;
  const renderRows = body ? createRowRenderer(body) : null;
  const buffer = createRowBuffer(show, ({ added, waiting }) => {
    counter.textContent = waiting > 0 ? `paused, ${waiting} waiting` : added > 0 ? `${added} new` : '';
  });

  function show(rows: readonly Row[]): void {
    if (!renderRows) {
      if (rows.length > 0) reloadOnce();
      return;
    }
    renderRows(rows);
    updateOlderLink(rows.at(-1), rows.length === limit);
    if (count) count.textContent = resultsFound(rows.length);
    if ([...(body?.rows ?? [])].some(({ dataset }) => !listed.has(dataset.token))) sayWhenCounted();
  }

  /** A page without results has no table to add rows to. */
  function reloadOnce(): void {
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    if (Date.now() - last < RELOAD_AGAIN_MS) stop('There are new requests. Reload the page to see them.');
    else location.reload();
  }

  const connect = () =>
    openTail(tailUrl(lastEventId), lastEventId !== '', {
      onState: (text) => {
        state.textContent = text;
        state.title = text;
      },
      onEnd: stop,
      onList(rows, newLimit, id) {
        lastEventId = id;
        limit = newLimit;
        buffer.replace(rows, newLimit);
      },
      onRows(rows, id) {
        lastEventId = id;
        buffer.add(rows);
      },
    });

  function start(): void {
    if (new URLSearchParams(location.search).has('cursor')) {
      // New rows belong on the first page.
      location.assign(new URL(HASH, new URL(urlWith('cursor', null), location.href)));
      return;
    }
    history.replaceState(null, '', HASH);
    toggleButton.setAttribute('aria-pressed', 'true');
    lastEventId = '';
    buffer.resetCount();
    pauseIfInUse();
    stream = connect();
  }

  function stop(reason: string): void {
    stream?.close();
    stream = null;
    history.replaceState(null, '', location.pathname + location.search);
    toggleButton.setAttribute('aria-pressed', 'false');
    state.textContent = reason;
    counter.textContent = '';
    buffer.flush();
  }

  function toggle(): void {
    if (stream) stop('stopped');
    else start();
  }

  function pauseIfInUse(): void {
    buffer.pause(table?.matches(':hover, :focus-within') === true);
  }
  for (const event of ['pointerenter', 'pointerleave', 'focusin'])
    table?.addEventListener(event, pauseIfInUse);
  // During focusout nothing has the focus yet.
  table?.addEventListener('focusout', () => setTimeout(pauseIfInUse));

  let hiddenTimer = 0;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = window.setTimeout(() => stream?.close(), MAX_HIDDEN_MS);
    else if (stream?.isClosed()) stream = connect();
  });
  if (location.hash === HASH || line.hasAttribute('data-live')) start();
  return { toggle };
}

function tailUrl(lastEventId: string): string {
  const params = new URLSearchParams(location.search);
  if (lastEventId !== '') params.set('after', lastEventId);
  return `${BASE}/tail?${params}`;
}

/** Makes the Older link continue after the last row shown, which changes when new rows push others out. */
function updateOlderLink(last: Row | undefined, isFull: boolean): void {
  const current = document.querySelector('.pages > :last-child');
  if (!last || !current) return;
  const link = current instanceof HTMLAnchorElement ? current : isFull ? document.createElement('a') : null;
  if (!link) return;
  const url = new URL(location.href);
  url.searchParams.set('cursor', last.older);
  url.hash = '';
  link.href = url.href;
  link.rel = 'next';
  if (link === current) return;
  link.textContent = current.textContent;
  current.replaceWith(link);
}

/** Says when the matches were counted, because there are rows now that the counts leave out. Counting them again reloads the page. */
function sayWhenCounted(): void {
  const survey = document.querySelector<HTMLElement>('#survey');
  const line = survey?.querySelector('.classes');
  if (!line || line.querySelector('.counted-at')) return;
  const update = element('a', { href: location.href }, 'Update');
  update.addEventListener('click', (event) => {
    // A link to the address of the page would only scroll, because the address ends in #live.
    event.preventDefault();
    location.reload();
  });
  line.append(element('span', { class: 'counted-at' }, `Counts from ${survey?.dataset.counted} · `, update));
}
