import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { argumentsInCmd } from '../../../test/support/cmd.ts';
import { hostileText } from '../../../test/support/hostile-profiles.ts';
import type { Header } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { languageOf } from './languages.ts';
import { replayableRequest } from './replayable-request.ts';
import { curlForCmd } from './shell-snippets.ts';
import { snippetOf } from './snippets.ts';

const VARIABLES = { PATH: 'C:\\Windows', A: '" & calc & "', '0A': 'x', '': 'empty', 20: '"', ' ': '&' };
const run = (text: string) => argumentsInCmd(text, { variables: VARIABLES });

/** All that cmd.exe or the C runtime could interpret, and names of variables. */
const PIECES = [...'"\\^&|<>()%!,;=@*?~$#\'` \t', '\\"', '\\\\', '^^', '""', '%A%', '%PATH%', '%PATH:~0,1%'];
const cmdText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES, 'A', '0', '%%', '^"', ' & calc'), fc.string({ maxLength: 3 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join('').replace(/[^ -~]/g, ''));

describe('the rules of cmd.exe', () => {
  test.each([
    ['a "b c" d\\e', [['a', 'b c', 'd\\e']]],
    ['a "\\"" \\\\"b\\\\" "c\\\\\\"d"', [['a', '"', '\\b\\', 'c\\"d']]],
    ['a "b""c" ""', [['a', 'b"c', '']]],
    ['a %PATH% "%path:~0,1%" %B% 5%', [['a', 'C:\\Windows', 'C:\\Windows', '%B%', '5%']]],
    ['a ^%^PATH^%', [['a', '%PATH%']]],
    ['a "b&c" ^& d & e', [['a', 'b&c', '&', 'd'], ['e']]],
    ['a ^\n  b\nrem c & d\ne', [['a', 'b'], ['e']]],
  ])('%j', (text, calls) => {
    expect(run(text)).toEqual(calls);
  });

  test('run what is not escaped', () => {
    expect(run('curl "%A%"')).toEqual([['curl', ''], ['calc'], ['']]);
    expect(() => run('a > b')).toThrow('acts on >');
  });
});

test('curl for cmd.exe gets the recorded text as it is, whatever it contains', () => {
  fc.assert(
    fc.property(cmdText, cmdText, (path, value) => {
      const url = `http://a/${path}`;
      const text = curlForCmd({ method: 'GET', url, headers: { 'user-agent': value }, status: 200 });
      const [args, ...rest] = run(text);
      expect(rest).toEqual([]);
      expect(args?.slice(0, 7)).toEqual([
        'curl',
        '--request',
        'GET',
        '--url',
        url,
        '--header',
        `user-agent: ${value}`,
      ]);
    }),
    { numRuns: 5000 },
  );
});

describe('a snippet for cmd.exe', () => {
  const language = languageOf('curl-cmd') ?? expect.fail('no language');
  const { entry, detail } = sampleProfile({ seq: 1 });

  test('is a readable command', () => {
    const profile = { entry: { ...entry, url: 'https://shop.example/a?b=1&c=%41' }, detail };
    expect(
      snippetOf(language, profile, {
        headers: [
          ['user-agent', 'say "hi"'],
          ['x-key', null],
        ],
      }),
    ).toMatchObject({
      ok: true,
      text: [
        'rem Omitted because their values were withheld: x-key.',
        'curl --request GET ^',
        '  --url ^"https://shop.example/a?b=1^&c=^%^41^" ^',
        '  --header ^"user-agent: say ^\\^"hi^\\^"^"',
        '',
      ].join('\n'),
    });
  });

  test('sends the recorded request and runs nothing else', () => {
    const headerText = fc.oneof(hostileText, cmdText);
    fc.assert(
      fc.property(headerText, fc.array(headerText, { maxLength: 4 }), (path, values) => {
        const recorded = { entry: { ...entry, url: `https://shop.example/${path}` }, detail };
        const headers: Header[] = values.map((value, at) => [`x-${at}`, value]);
        const sent = replayableRequest(recorded, headers, 'cmd');
        const snippet = snippetOf(language, recorded, { headers });
        if (!sent.ok || !snippet.ok) throw new Error('not replayable');
        const [args = [], ...rest] = run(snippet.text);
        expect(rest).toEqual([]);
        const valuesOf = (flag: string) => args.filter((_, at) => args[at - 1] === flag);
        expect(valuesOf('--url')).toEqual([sent.url]);
        expect(valuesOf('--header')).toEqual(Object.entries(sent.headers).map((pair) => pair.join(': ')));
        expect(snippet.text).toMatch(/^[\n -~]*$/);
      }),
      { numRuns: 1000 },
    );
  });

  test('omits headers that Windows or cmd.exe would change', () => {
    const snippet = snippetOf(
      language,
      { entry, detail },
      {
        headers: [
          ['a', '\uff02'],
          ['b', '!PATH!'],
        ],
      },
    );
    expect(snippet).toMatchObject({ ok: true, text: expect.stringContaining('not safe to paste: a, b.') });
  });

  test('is refused if cmd.exe would cut it', () => {
    const url = `https://shop.example/${'&'.repeat(4100)}`;
    expect(snippetOf(language, { entry: { ...entry, url }, detail }, { headers: [] })).toEqual({
      ok: false,
      reason: 'The command is longer than 8191 characters.',
    });
  });
});
