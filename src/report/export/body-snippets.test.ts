import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostileText } from '../../../test/support/hostile-profiles.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { replayableRequest } from './replayable-request.ts';
import { languageOf, snippetOf } from './snippets.ts';

const { entry, detail } = sampleProfile({ seq: 1, method: 'POST' });

/** The snippet of a request with this body, and the body if it can be sent. */
function snippetWith(name: string, text: string) {
  const language = languageOf(name) ?? expect.fail(`no language ${name}`);
  const requestBody = { type: 'text/plain', bytes: 1, text };
  const profile = { entry, detail: detail && { ...detail, requestBody } };
  const recorded = { headers: [], body: requestBody };
  const snippet = snippetOf(language, profile, recorded);
  const sent = replayableRequest(profile, recorded, language.target);
  if (!snippet.ok || !sent.ok) throw new Error('not replayable');
  return { text: snippet.text, body: sent.body };
}

test('passes hostile bodies to curl and runs nothing else', () => {
  fc.assert(
    fc.property(fc.array(hostileText, { minLength: 40, maxLength: 40 }), (texts) => {
      const snippets = texts.map((text) => snippetWith('curl', text));
      const stub = `curl() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n`;
      const script = stub + snippets.map(({ text }) => text).join('\n');
      const { status, stdout, stderr } = spawnSync('/bin/bash', ['--norc', '-c', script], {
        env: { PATH: '/nowhere', LC_ALL: 'C.UTF-8' },
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const calls = stdout.split('\u0001\0').slice(0, -1);
      const bodies = calls.map((call) => {
        const args = call.split('\0');
        return args.includes('--data-raw') ? args[args.indexOf('--data-raw') + 1] : undefined;
      });
      expect(bodies).toEqual(snippets.map(({ body }) => body));
    }),
    { numRuns: 20 },
  );
});

test('passes hostile bodies to fetch', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { text: code, body } = snippetWith('javascript', text);
      const bodies: unknown[] = [];
      const fetch = (_url: string, options: { body?: string }) => {
        bodies.push(options.body);
        return new Promise(() => {});
      };
      runInNewContext(code, { fetch });
      expect(bodies).toEqual([body]);
      expect(code).toMatch(/^[\n -~]*$/);
    }),
    { numRuns: 500 },
  );
});
