import { describe, expect, test } from 'vitest';
import type { Profile, Span } from '../../src/profile/profile.ts';
import { T0 } from '../../src/store/conformance/sample-profile.ts';
import { linkHref, profile, railText, sectionText, servePages } from '../support/test-page.ts';

const DETAIL = {
  httpVersion: '1.1',
  socketIp: '',
  requestHeaders: [],
  responseHeaders: [],
  exception: null,
  phases: { finished: 9000 },
} as const;

function withSpans(of: Profile, spans: readonly Span[]): Profile {
  return { ...of, detail: { ...DETAIL, spans } };
}

function span(name: string, more: Partial<Span> = {}): Span {
  return { kind: 'operation', name, system: 'graphql', at: 1000, duration: 2000, parent: null, ...more };
}

test('a request with operations has them in its summary, in a panel and in the timeline', async () => {
  const operation = 'query Orders (+1)';
  const spans = [span('query Orders'), span('mutation AddItem', { error: 'TypeError at addItem' })];
  const { openAll, read } = await servePages(withSpans(profile({ seq: 1, operation }), spans));
  const { html, text } = await openAll(1);
  expect(text).toContain(`Operation ${operation}`);
  expect(railText(html)).toContain('Operations 2');
  expect(sectionText(html, 'operations')).toContain('mutation AddItem failed: TypeError at addItem');
  expect(html).toContain('class="mark k-operation failed"');
  const link = linkHref(html, operation)?.replace('/_profiler', '').replaceAll('&amp;', '&') ?? '';
  expect((await read(link)).text).toContain('1 result found');
  const { html: other } = await (await servePages(profile({ seq: 1 }))).open(1);
  expect(railText(other)).not.toContain('Operations');
});

describe('a job', () => {
  const job = (seq: number, status: number, operation = 'cron */5 * * * *') =>
    profile({
      seq,
      status,
      time: T0 + seq,
      kind: 'job',
      method: 'JOB',
      url: `job:${encodeURI(operation)}`,
      host: '',
      ip: '',
      operation,
    });

  test('has no client, no request and nothing to send again', async () => {
    const { openAll } = await servePages(withSpans(job(1, 200), []));
    const { html, text } = await openAll(1);
    expect(text).toContain('200 JOB job:cron%20*/5%20*%20*%20*%20*');
    expect(text).toMatch(/Duration 1.5 ms Status Succeeded Operation cron \*\/5 \* \* \* \*/);
    for (const label of ['Copy as curl', 'Copy as fetch', 'Copy as test', 'HAR'])
      expect(linkHref(html, label)).toBeUndefined();
    expect(linkHref(html, 'JSON')).toBeDefined();
    expect(railText(html)).not.toMatch(/Request|Response|Client/);
    expect(text).toContain('This job had no sub-requests.');
    expect(text).toContain('Job 9 ms');
  });

  test('links to the previous run and the last that succeeded', async () => {
    const { open, tokenOf } = await servePages(
      job(1, 200),
      job(2, 500),
      job(3, 500),
      job(4, 200, 'cron xx5'),
    );
    const { html, text } = await open(3);
    expect(text).toContain('Status Failed');
    const compare = (seq: number) => `/_profiler/compare?a=${tokenOf(seq)}&amp;b=${tokenOf(3)}`;
    expect(html).toContain(`title="Previous run of this job (${tokenOf(2)})"`);
    expect(linkHref(html, 'Compare with the one before')).toBe(compare(2));
    expect(linkHref(html, 'Compare')).toBe(compare(1));
  });

  test('is listed', async () => {
    const { read } = await servePages(job(1, 500), profile({ seq: 2 }));
    expect((await read('?q=kind:job')).text).toContain('500 none JOB job:');
    expect((await read('?q=operation:cron*')).text).toContain('1 result found');
  });
});
