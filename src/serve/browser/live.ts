import { button, element } from './element.ts';
import { createInflow } from './inflow.ts';
import { createListing, type Row } from './listing.ts';
import { moveOlder } from './older.ts';
import { addressWith, BASE } from './site.ts';
import { openStream, type Stream } from './stream.ts';

const HASH = '#live';
/** Listening stops when the page has not been looked at for this long, and goes on when it is. */
const UNSEEN_MS = 30_000;
const RELOADED = 'gatebook.reloaded';
const JUST_MS = 5000;

/** The Live switch beside the count: new matches come into the listing by themselves. */
export function startLive(): { toggle(): void } | null {
  const line = document.querySelector('.count-line');
  const count = line?.querySelector('.count');
  if (!line || !count) return null;
  const table = document.querySelector<HTMLTableElement>('#results');
  const body = table?.tBodies[0];

  const toggleButton = button('Live', toggle, { class: 'live', 'aria-pressed': 'false' });
  const state = element('span', { role: 'status' });
  const tally = element('span');
  line.append(element('p', { class: 'live-line' }, toggleButton, ' ', state, ' ', tally));

  let stream: Stream | null = null;
  let lastEventId = '';
  let limit = 0;
  const showRows = body ? createListing(body) : null;
  const inflow = createInflow(show, ({ fresh, waiting }) => {
    tally.textContent = waiting > 0 ? `paused, ${waiting} wait` : fresh > 0 ? `${fresh} new` : '';
  });

  function show(rows: readonly Row[]): void {
    if (!showRows) {
      if (rows.length > 0) reloadOnce();
      return;
    }
    showRows(rows);
    moveOlder(rows.at(-1), rows.length === limit);
    if (count) count.textContent = `${rows.length || 'No'} results found`;
    document.querySelector('#survey')?.classList.add('stale');
  }

  /** The page as it was sent has no table to put a row in. */
  function reloadOnce(): void {
    const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
    sessionStorage.setItem(RELOADED, String(Date.now()));
    if (Date.now() - before < JUST_MS) stop('New rows have arrived: reload the page.');
    else location.reload();
  }

  const listen = () =>
    openStream(tailAddress(lastEventId), {
      onState: (text) => {
        state.textContent = text;
      },
      onStop: stop,
      onListing(rows, most, id) {
        lastEventId = id;
        limit = most;
        inflow.renew(rows, most);
      },
      onRows(rows, id) {
        lastEventId = id;
        inflow.add(rows);
      },
    });

  function start(): void {
    if (new URLSearchParams(location.search).has('cursor')) {
      // Rows arrive on the newest page only.
      location.assign(new URL(HASH, new URL(addressWith('cursor', null), location.href)));
      return;
    }
    history.replaceState(null, '', HASH);
    toggleButton.setAttribute('aria-pressed', 'true');
    lastEventId = '';
    inflow.start();
    pauseIfBusy();
    stream = listen();
  }

  function stop(why: string): void {
    stream?.close();
    stream = null;
    history.replaceState(null, '', location.pathname + location.search);
    toggleButton.setAttribute('aria-pressed', 'false');
    state.textContent = why;
    tally.textContent = '';
    inflow.bringIn();
  }

  function toggle(): void {
    if (stream) stop('stopped');
    else start();
  }

  function pauseIfBusy(): void {
    inflow.pause(table?.matches(':hover, :focus-within') === true);
  }
  for (const event of ['pointerenter', 'pointerleave', 'focusin'])
    table?.addEventListener(event, pauseIfBusy);
  // While focus moves, nothing has it.
  table?.addEventListener('focusout', () => setTimeout(pauseIfBusy));

  let unseen = 0;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(unseen);
    if (document.hidden) unseen = window.setTimeout(() => stream?.close(), UNSEEN_MS);
    else if (stream?.isClosed()) stream = listen();
  });
  if (location.hash === HASH) start();
  return { toggle };
}

function tailAddress(lastEventId: string): string {
  const params = new URLSearchParams(location.search);
  if (lastEventId !== '') params.set('after', lastEventId);
  return `${BASE}/tail?${params}`;
}
