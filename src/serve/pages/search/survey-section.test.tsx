import { describe, expect, test } from 'vitest';
import type { Micros } from '../../../profile/time.ts';
import { createTally, type Survey } from '../../../store/survey.ts';
import { searchLinks } from '../search-links.ts';
import { type SurveyResult, SurveySection } from './survey-section.tsx';

const T = Date.UTC(2026, 10, 14, 9) * 1000;
const dimensions = (status: number, host = 'shop.example') =>
  ({
    status,
    method: 'GET',
    host,
    route: '',
    operation: '',
    errorGroup: '',
    client: 'browser',
    kind: 'main',
  }) as const;

/** Twelve 2xx in the first minute, three 5xx in the third. */
function sample(searchedTo: number | null = null): Survey {
  const tally = createTally(T, T + 58 * 60e6);
  tally.add(dimensions(200), 12);
  tally.addToBin(0, 2, 12);
  tally.add(dimensions(503, '<b>evil</b>'), 3);
  tally.addToBin(2, 5, 3);
  tally.addProcess({ service: 'shop', instance: 'web-1:7', environment: '', release: '1.0.0' }, 12, 0);
  tally.addProcess({ service: 'shop', instance: 'web-2:9', environment: '', release: '1.0.0' }, 3, 0);
  return tally.survey(searchedTo as Micros | null);
}

const NOW = (T + 95 * 60e6) as Micros;

const render = (result: SurveyResult, text = '', zone = 'UTC') =>
  String(
    <SurveySection
      result={result}
      search={searchLinks({ base: '/_profiler', text, terms: [], zone })}
      context={{ now: NOW, zone }}
    />,
  );

test('says when the matches were counted, by the clock of the page', () => {
  expect(render(sample())).toContain('data-counted="10:35"');
  expect(render(sample(), '', 'Europe/Zagreb')).toContain('data-counted="11:35"');
});

test('says how long ago each instance had its last request, if there are several', () => {
  const seen = { service: new Map(), instance: new Map([['web-2:9', (NOW - 40.2e6) as Micros]]) };
  const html = String(
    <SurveySection
      result={sample()}
      lastSeen={seen}
      search={searchLinks({ base: '/_profiler', text: '', terms: [], zone: 'UTC' })}
      context={{ now: NOW, zone: 'UTC' }}
    />,
  );
  expect(html).toMatch(/web-2:9<\/a>.*?title="Last request 14-Nov-2026 10:34:19">40 s ago<\/small>/s);
  expect(html.match(/class="seen"/g)).toHaveLength(1);
});

describe('the histogram', () => {
  const html = render(sample(), '.env');

  test('has a bar for each time range with matches, which filters by that range', () => {
    const bars = [...html.matchAll(/<a href="([^"]+)" tabindex="-1"><title>([^<]+)/g)];
    expect(bars.map(([, href, title]) => [href, title])).toEqual([
      [
        '/_profiler?q=.env+since:2026-11-14T09:00Z+until:2026-11-14T09:00Z',
        '14-Nov-2026 09:00:00, 1 min: 12 (12 2xx)',
      ],
      [
        '/_profiler?q=.env+since:2026-11-14T09:02Z+until:2026-11-14T09:02Z',
        '14-Nov-2026 09:02:00, 1 min: 3 (3 5xx)',
      ],
    ]);
    expect(html).toContain('class="c5"');
  });

  test('has a table with the same data, without a table element', () => {
    expect(html).not.toContain('<table');
    expect(html).toContain(
      '<span role="columnheader">From</span><span role="columnheader">5xx</span><span role="columnheader">2xx</span>',
    );
    expect(html).toContain(
      '<span role="cell">0</span><span role="cell">12</span><span role="cell">12</span>',
    );
  });

  test('has a legend that links to each status class', () => {
    expect(html).toMatch(/<a class="class-total c5" href="\/_profiler\?q=.env\+status:5xx">5xx 3<\/a>/);
    expect(render(sample(), 'status:200,503')).toContain('href="/_profiler?q=status:200,503+status:5xx"');
  });
});

describe('the facets', () => {
  test('add a filter, or remove an active one', () => {
    expect(render(sample(), '.env')).toContain('href="/_profiler?q=.env+status:503"');
    expect(render(sample(), '.env status:503')).toMatch(/class="value on" href="\/_profiler\?q=.env"/);
  });

  test('escape recorded values, and show an empty value as "none" without a link', () => {
    const html = render(sample());
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;evil&lt;/b&gt;');
    const some = sample();
    const route = [
      { value: '/cart', count: 12 },
      { value: '', count: 3 },
    ];
    expect(render({ ...some, facets: { ...some.facets, route } })).toContain(
      '<span class="value"><span class="none">none</span></span>',
    );
  });

  test('with one value are named together, unless the value is a filter', () => {
    expect(render(sample())).toContain('<h3>Same for all</h3><p>1.0.0, browser, GET, shop</p>');
    expect(render(sample(), 'method:GET')).toMatch(/class="value on" href="\/_profiler"[^>]*>GET</);
  });
});

describe('an incomplete survey', () => {
  test('says how far back it counted before the time limit', () => {
    const html = render(sample(T), 'a');
    expect(html).toMatch(/Counted back to <time [^>]+>14-Nov-2026 09:00:00<\/time>/);
    expect(html).toContain(
      '<a href="/_profiler?q=a+since:2026-11-14T09:00Z">Search only the counted range</a>',
    );
    expect(html).toContain('of 15+<');
    expect(html).not.toContain('class="uncounted"');
    expect(render(sample(T + 90e6))).toContain('<rect class="uncounted" width="1.5" height="64">');
    expect(render(sample())).not.toMatch(/Counted back|uncounted/);
  });

  test('says why counting failed, with a link to try again', () => {
    const html = render({ failure: 'The disk is <gone>.' }, 'a');
    expect(html).toContain('could not be counted: The disk is &lt;gone&gt;.');
    expect(html).toContain('<a href="/_profiler?q=a">Try again</a>');
  });

  test('says how many error stages are listed but not counted', () => {
    const tally = createTally(T, T + 58 * 60e6);
    tally.addBin(0, 4, 268, 134);
    tally.add(dimensions(404), 134);
    tally.add({ ...dimensions(404), kind: 'error' }, 134);
    const html = render(tally.survey(null), '.env');
    expect(html).toContain('of 134<');
    expect(html).toContain('4xx 134');
    expect(html).toContain('<a href="/_profiler?q=.env+kind:error">134 error stages</a> not counted');
    expect(render(sample())).not.toContain('error stage');
  });

  test('is empty without matches', () => {
    expect(render(createTally(0, 0).survey(null))).toBe('');
  });
});
