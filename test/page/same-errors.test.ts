import { expect, test } from 'vitest';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { linkHref, profile, servePages } from '../support/test-page.ts';

const exception = { name: 'TypeError', message: '<b>x</b>', stack: '', cause: null };
const failed = { status: 500, error: 'TypeError', errorGroup: 'TypeError: <b>x</b> at charge (src/pay.ts)' };

test('a profile that failed says how often the same error was recorded, and links to all', async () => {
  const { open, read } = await servePages(
    profile({ seq: 1, ...failed, time: T0 + 60e6, route: '/pay' }, { exception }),
    profile({ seq: 2, ...failed, kind: 'error', parent: 1, time: T0 + 60e6, route: '/pay' }, { exception }),
    profile({ seq: 3, ...failed, time: T0, route: '/refund' }, { exception }),
    profile({ seq: 4, ...failed, errorGroup: 'TypeError: y', time: T0 + 90e6 }, { exception }),
    profile({ seq: 5 }),
  );
  for (const panel of ['', '?panel=exception', '?panel=everything']) {
    const { html, text } = await open(1, panel);
    expect(text.replaceAll(' ,', ',')).toContain(
      'Same error: 2 times, first seen 06-Nov-2026 21:20:00, last seen 06-Nov-2026 21:21:00',
    );
    const href = String(linkHref(html, '2 times')).replace('/_profiler', '').replaceAll('&amp;', '&');
    expect((await read(href)).text).toContain('3 results found');
  }
  expect((await open(1, '?panel=request')).text).not.toContain('Same error');
  expect((await open(5)).text).not.toContain('Same error');
  expect((await open(2)).text).toContain('Same error: 2 times');
});
