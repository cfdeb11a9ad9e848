import { expect, test } from 'vitest';
import type { Micros } from '../../src/profile/time.ts';
import { linkHref, profile, servePages } from '../support/test-page.ts';

test('requests from the future can be hidden, and are not the latest', async () => {
  const inTwoDays = ((Date.now() + 2 * 86_400_000) * 1000) as Micros;
  const lately = ((Date.now() - 1000) * 1000) as Micros;
  const { read, tokenOf } = await servePages(
    profile({ seq: 1, time: lately }),
    profile({ seq: 2, time: inTwoDays }),
  );
  const { html, text } = await read('');
  expect(text).toContain('2 results found');
  expect(text).toContain('The newest requests are dated in the future: a clock was ahead. Hide them');
  expect(linkHref(html, 'Hide them')).toBe('/_profiler?q=until:now');
  const hidden = await read('?q=until:now');
  expect(hidden.text).toContain('1 result found');
  expect(hidden.text).not.toContain('in the future');
  expect((await read('/latest')).location).toBe(`/_profiler/${tokenOf(1)}`);
});
