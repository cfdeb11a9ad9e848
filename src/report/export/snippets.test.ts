import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileProfile, hostileText } from '../../../test/support/hostile-profiles.ts';
import type { Header, Profile } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { replayableRequest } from './replayable-request.ts';
import { LANGUAGE_NAMES, languageOf, snippetOf } from './snippets.ts';

type RecordedRequest = { profile: Profile; headers: Header[] };

const NAMES = ['user-agent', 'accept', 'referer', 'x-request-id', 'if-none-match', 'cookie'];

/** A request that clients can send, with hostile text in its path, query and headers. */
const hostileRequest: fc.Arbitrary<RecordedRequest> = fc
  .record({
    profile: hostileProfile,
    method: fc.constantFrom('GET', 'POST', 'DELETE'),
    path: hostileText,
    query: hostileText,
    headers: fc.uniqueArray(
      fc.tuple(fc.oneof(fc.constantFrom(...NAMES), hostileText), fc.option(hostileText)),
      {
        selector: ([name]) => name,
        maxLength: 6,
      },
    ),
  })
  .map(({ profile: { entry, detail }, method, path, query, headers }) => ({
    profile: { entry: { ...entry, method, url: `https://shop.example:8443/${path}?${query}` }, detail },
    headers,
  }));

const language = (name: string) => languageOf(name) ?? expect.fail(`no language ${name}`);

function snippet(name: string, { profile, headers }: RecordedRequest): string {
  const result = snippetOf(language(name), profile, { headers });
  return result.ok ? result.text : expect.fail(result.reason);
}

function sent({ profile, headers }: RecordedRequest, target: 'shell' | 'code') {
  const request = replayableRequest(profile, { headers }, target);
  return request.ok ? request : expect.fail(request.reason);
}

function harmlessRequest(headers: Header[], entry: Partial<Profile['entry']> = {}): RecordedRequest {
  const profile = sampleProfile({ seq: 1 });
  return { profile: { ...profile, entry: { ...profile.entry, ...entry } }, headers };
}

/** Runs the lines in bash with a function in place of the command, and no other command on the path. */
function argumentsInBash(command: string, lines: string): string[][] {
  const stub = `${command}() { printf '%s\\0' "$@"; printf '\\1\\0'; }\n`;
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['--norc', '-c', stub + lines], {
    env: { PATH: '/nowhere', LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const calls = stdout.split('\u0001\0').slice(0, -1);
  return calls.map((args) => args.split('\0').slice(0, -1));
}

describe('a snippet in a shell', () => {
  test('is a readable command', () => {
    const text = snippet(
      'curl',
      harmlessRequest(
        [
          ['host', 'shop.example'],
          ['user-agent', "it's me"],
          ['authorization', null],
          ['cookie', 'sid=***'],
          ['content-length', '7'],
        ],
        { method: 'POST', url: 'https://shop.example/a?b=1&a=2&b=3', requestBytes: 7 },
      ),
    );
    expect(text).toBe(
      [
        '# Omitted because their values were withheld: authorization.',
        '# *** replaces a withheld value.',
        '# The body of 7 bytes was not recorded.',
        'curl --request POST \\',
        "  --url 'https://shop.example/a?b=1&a=2&b=3' \\",
        "  --header 'cookie: sid=***' \\",
        "  --header 'user-agent: it'\\''s me'",
        '',
      ].join('\n'),
    );
  });

  test('keeps curl from resolving dots and expanding globs', () => {
    const dots = harmlessRequest([], { url: 'http://[::1]:8080/a/../{b,c}/[1-9]#d' });
    const [args] = argumentsInBash('curl', snippet('curl', dots));
    expect(args).toEqual([
      '--request',
      'GET',
      '--url',
      'http://[::1]:8080/a/../%7Bb,c%7D/%5B1-9%5D%23d',
      '--path-as-is',
    ]);
  });

  test('keeps curl from waiting for the body of a HEAD response', () => {
    const [args] = argumentsInBash('curl', snippet('curl', harmlessRequest([], { method: 'HEAD' })));
    expect(args).toEqual(['--request', 'HEAD', '--url', 'https://shop.example/', '--head']);
  });

  test('passes the recorded request to curl and runs nothing else, 2,000 times', () => {
    fc.assert(
      fc.property(fc.array(hostileRequest, { minLength: 40, maxLength: 40 }), (requests) => {
        const texts = requests.map((request) => snippet('curl', request));
        const calls = argumentsInBash('curl', texts.join('\n'));
        expect(calls).toHaveLength(requests.length);
        requests.forEach((request, i) => {
          const { method, url, headers } = sent(request, 'shell');
          const args = calls[i] ?? [];
          const valuesOf = (flag: string) => args.filter((_, at) => args[at - 1] === flag);
          expect(valuesOf('--header').sort()).toEqual(
            Object.entries(headers)
              .map(([header, value]) => `${header}: ${value}`)
              .sort(),
          );
          expect(valuesOf('--request')).toEqual([method]);
          expect(args).toContain(url);
          expect(args).not.toContain('--cookie');
        });
      }),
      { numRuns: 50 },
    );
  });

  test('contains no characters that act on the terminal', () => {
    fc.assert(
      fc.property(hostileRequest, (request) => {
        const text = snippet('curl', request);
        expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        const comments = text.split('\n').filter((line) => line.startsWith('#'));
        for (const line of comments) expect(line).toMatch(/^# [\w .,:*-]*$/);
      }),
      { numRuns: 500 },
    );
  });
});

/** Separates source code from its string literals. */
function withoutLiterals(source: string): { code: string; literals: string[] } {
  const literals: string[] = [];
  let code = '';
  for (let at = 0; at < source.length; at++) {
    const quote = source[at] ?? '';
    if (quote !== '"' && quote !== "'") {
      code += quote;
      continue;
    }
    let literal = '';
    for (at++; source[at] !== quote; at++) {
      if (at >= source.length || source[at] === '\n') expect.fail(`a literal does not end: ${source}`);
      if (source[at] === '\\') at++;
      literal += source[at];
    }
    literals.push(literal);
    code += '""';
  }
  return { code: code.replace(/\s+/g, ''), literals };
}

describe.each(['javascript', 'node-test'])('a snippet as %s', (name) => {
  test('has recorded text in string literals only', () => {
    fc.assert(
      fc.property(hostileRequest, (request) => {
        const { url, headers, notes, method } = sent(request, 'code');
        const lines = snippet(name, request).split('\n');
        for (const line of lines.splice(0, notes.length)) expect(line.startsWith('// ')).toBe(true);
        const harmless = harmlessRequest(
          Object.entries(headers).map(([header, value]) => [header, value === '' ? '' : 'x']),
          { url: 'https://shop.example:8443/', method, status: request.profile.entry.status },
        );
        const { code, literals } = withoutLiterals(lines.join('\n'));
        expect(code).toBe(withoutLiterals(snippet(name, harmless)).code);
        expect(literals).toContain(url);
        const all = literals.join('\n');
        for (const value of Object.values(headers)) expect(all).toContain(value);
      }),
      { numRuns: 300 },
    );
  });
});

test('a snippet in JavaScript fetches the recorded request', () => {
  fc.assert(
    fc.property(hostileRequest, (request) => {
      const { url, method, headers } = sent(request, 'code');
      const calls: unknown[] = [];
      const fetch = (...args: unknown[]) => {
        calls.push(JSON.parse(JSON.stringify(args)));
        return new Promise(() => {});
      };
      runInNewContext(snippet('javascript', request), { fetch });
      const options = Object.keys(headers).length > 0 ? { method, headers } : { method };
      expect(calls).toEqual([[url, options]]);
    }),
    { numRuns: 500 },
  );
});

test('explains why a request cannot be a snippet', () => {
  for (const [entry, reason] of [
    [{ method: '$(id)' }, 'HTTP clients cannot send this method.'],
    [{ method: '-o/tmp/x' }, 'HTTP clients cannot send this method.'],
    [{ url: 'file:///etc/passwd' }, 'HTTP clients cannot request this URL.'],
    [{ url: '-K/tmp/x' }, 'HTTP clients cannot request this URL.'],
    [{ url: 'http://a:99999/' }, 'HTTP clients cannot request this URL.'],
  ] as const) {
    const { profile } = harmlessRequest([], entry);
    for (const name of LANGUAGE_NAMES)
      expect(snippetOf(language(name), profile, { headers: [] })).toEqual({ ok: false, reason });
  }
  const { profile } = harmlessRequest([], { method: 'TRACE' });
  expect(snippetOf(language('curl'), profile, { headers: [] })).toMatchObject({ ok: true });
  for (const [name, title] of [
    ['javascript', 'fetch'],
    ['node-test', 'node:test'],
  ] as const)
    expect(snippetOf(language(name), profile, { headers: [] })).toEqual({
      ok: false,
      reason: `${title} cannot send TRACE.`,
    });
});
