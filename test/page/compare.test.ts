import { describe, expect, test } from 'vitest';
import { linkHref, profile, sectionText, servePages, textOf } from '../support/test-page.ts';

describe('the comparison', () => {
  test('marks differences and collapses identical values', async () => {
    const { read, tokenOf } = await servePages(
      profile({ seq: 1, status: 200 }),
      profile(
        { seq: 2, status: 500, duration: 4600 },
        { logs: [{ at: 1, source: 'app', level: 'error', text: 'no' }] },
      ),
    );
    const { html, status } = await read(`/compare?a=${tokenOf(1)}&b=${tokenOf(2).toUpperCase()}`);
    expect(status).toBe(200);
    expect(textOf(html)).toContain('2 differences');
    expect(sectionText(html, 'differences')).toContain('Name A B log error no none once status 200 500');
    expect(sectionText(html, 'noise')).toContain('time Duration 1.5 ms 4.6 ms');
    expect(sectionText(html, 'identical')).toContain('response header content-type text/html; charset=utf-8');
    expect(linkHref(html, 'Swap A and B')).toBe(`/_profiler/compare?a=${tokenOf(2)}&amp;b=${tokenOf(1)}`);
  });

  test('says that nothing differs that can matter', async () => {
    const { read, tokenOf } = await servePages(profile({ seq: 1 }), profile({ seq: 2, duration: 1600 }));
    const { text } = await read(`/compare?a=${tokenOf(1)}&b=${tokenOf(2)}`);
    expect(text).toContain('No differences');
    expect(text).toContain('Nothing differs that can matter.');
  });

  test('says that a profile without detail cannot be compared', async () => {
    const { read, tokenOf } = await servePages(
      profile({ seq: 1 }),
      profile({ seq: 2, detail: 'policy' }, null),
    );
    const { text } = await read(`/compare?a=${tokenOf(1)}&b=${tokenOf(2)}`);
    expect(text).toContain(`${tokenOf(2)} has no detail in the book`);
  });

  test('asks for the tokens, and reports an unknown one', async () => {
    const { read, tokenOf } = await servePages(profile({ seq: 1 }));
    expect(await read('/compare')).toMatchObject({ status: 200 });
    expect((await read(`/compare?a=${tokenOf(1)}`)).html).toContain(`name="a" value="${tokenOf(1)}"`);
    const { status, text } = await read(`/compare?a=${tokenOf(1)}&b=nothing`);
    expect(status).toBe(404);
    expect(text).toContain('No profile has the token nothing.');
  });
});
