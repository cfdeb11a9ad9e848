import { describe, expect, test } from 'vitest';
import type { Body } from '../../src/profile/body.ts';
import { profile, railText, sectionText, servePages } from '../support/test-page.ts';

const json: Body = { type: 'application/json', bytes: 30, text: '{"user":"jo","pin":"***","n":[1]}' };

/** The text of the panel of a profile with these bodies. */
async function panelOf(requestBody?: Body, responseBody?: Body, requestBytes = 0): Promise<string> {
  const { entry, detail } = profile(
    { seq: 1 },
    { ...(requestBody && { requestBody }), ...(responseBody && { responseBody }) },
  );
  const { open } = await servePages({ entry: { ...entry, requestBytes }, detail });
  const { html } = await open(1, '?panel=body');
  return html.slice(html.indexOf('<section id="body"'));
}

describe('the Body panel', () => {
  test('shows type, size and text of both bodies, JSON with line breaks', async () => {
    const html = await panelOf(json, { type: 'text/plain', bytes: 9, text: '<script>\u001b' });
    expect(html).toContain('application/json, 30 B');
    expect(html).toContain(
      '<pre tabindex="0">{\n  &quot;user&quot;: &quot;jo&quot;,\n  &quot;pin&quot;: &quot;<span class="hidden-value" title="Hidden, name: pin">***</span>&quot;,\n  &quot;n&quot;: [\n    1\n  ]\n}</pre>',
    );
    expect(html).toContain('&lt;script&gt;\\u{1b}');
  });

  test.each<[Body, string]>([
    [{ ...json, bytes: 99_000, cut: true }, 'application/json, 99 kB, cut'],
    [{ type: 'text/plain', bytes: 0, text: '' }, 'text/plain, 0 B, empty'],
    [{ type: 'image/png', bytes: 5, missing: 'type' }, 'image/png, 5 B, not recorded because of its type'],
    [{ type: 'text/csv', bytes: 0, missing: 'unread' }, 'text/csv, not recorded: the app did not read it'],
    [
      { type: 'text/csv', bytes: 7, missing: 'budget' },
      'text/csv, 7 B, dropped because the recording budget',
    ],
    [{ type: '', bytes: 7, missing: 'type' }, 'no type, 7 B'],
    [
      {
        type: 'multipart/form-data; boundary=x',
        bytes: 99,
        parts: [
          { name: 'user', type: '', size: 2 },
          { name: 'file', type: 'image/png' },
        ],
        cut: true,
      },
      'multipart/form-data, 99 B, cut</span></h3><pre tabindex="0">user: 2 B\nfile: image/png, size unknown',
    ],
  ])('says what is there of %j', async (body, text) => {
    expect(await panelOf(body)).toContain(text);
  });

  test('says that a body was not recorded, or that there was none', async () => {
    expect(await panelOf(undefined, json)).toMatch(/Request body.*none/s);
    expect(await panelOf(undefined, json, 12)).toMatch(/Request body.*not recorded/s);
  });

  test('says why it is empty', async () => {
    const { openAll } = await servePages(
      profile({ seq: 1 }),
      profile({ seq: 2, parent: 1, kind: 'error' }),
      profile({ seq: 3, detail: 'policy' }, null),
    );
    const text = async (seq: number) => sectionText((await openAll(seq)).html, 'body');
    expect(await text(1)).toContain('the option &quot;bodies&quot; is not set');
    expect(await text(2)).toContain('Shown in the profile of the main request.');
    expect(await text(3)).toContain('detail policy');
  });

  test('is part of the comparison and of the exports', async () => {
    const { read, tokenOf, open } = await servePages(
      profile({ seq: 1, method: 'POST' }, { requestBody: json }),
      profile({ seq: 2, method: 'POST' }, { requestBody: { ...json, text: '{"user":"al"}' } }),
      profile({ seq: 3, parent: 1, kind: 'error', method: 'POST' }, { requestHeaders: [] }),
    );
    expect(railText((await open(1)).html)).toContain('Body 1');
    const { html } = await read(`/compare?a=${tokenOf(1)}&b=${tokenOf(2)}`);
    expect(html).toContain('id="noise"');
    expect(html).toContain('&quot;user&quot;: &quot;al&quot;');
    for (const seq of [1, 3]) {
      expect((await read(`/${tokenOf(seq)}/snippet?lang=curl`)).html).toContain(`--data-raw '${json.text}'`);
      const har = JSON.parse((await read(`/${tokenOf(seq)}.har`)).html);
      expect(har.log.entries[0].request.postData.text).toBe(json.text);
    }
  });
});
