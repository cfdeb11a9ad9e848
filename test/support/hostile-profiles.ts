import fc from 'fast-check';
import { CLIENT_CLASSES, DETAIL_STATES, KINDS } from '../../src/profile/entry.ts';
import type { Header, Profile } from '../../src/profile/profile.ts';
import type { Micros } from '../../src/profile/time.ts';
import type { Seq } from '../../src/profile/token.ts';

/** Text that attacks a page, a spreadsheet, a terminal or a shell. */
const PIECES = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '=HYPERLINK("http://evil.example";"x")',
  "=cmd|'/C calc'!A0",
  '\t=1',
  '\r=1',
  '\n=1',
  '\uff1d1',
  '"',
  '""',
  "'",
  "'\\''",
  '\\',
  '\\"',
  ',',
  ';',
  '\r\n',
  '\0',
  '\u001b[31m',
  '\u001b[201~\nid\n',
  '\u202e',
  '\u200b',
  '\u2028',
  '\ufeff',
  '\ud800',
  '$(id)',
  '`id`',
  '$' + '{7*7}',
  '#{7*7}',
  '{a,b}',
  '[1-9]',
  '!!',
  '&& id',
  '| id',
  '> /tmp/x',
  '\nid\n',
  '%0a',
  '%',
  '<script>alert(1)</script>',
  '</script>',
  '"><img src=x onerror=alert(1)>',
  ']]>',
  '__proto__',
  '@@__STRINGIFY_OBJECT_NEW_LINE__@@',
  '\u201d; id; \u201c',
  'caf\u00e9',
  '\u{1f600}',
  '@/etc/passwd',
  '***',
] as const;

export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
  .map((parts) => parts.join(''));

const headers = fc.array<Header>(
  fc.tuple<[string, string | null]>(
    fc.oneof(
      fc.constantFrom('user-agent', 'accept', 'cookie', 'set-cookie', 'content-type', 'location', 'host'),
      hostileText,
    ),
    fc.option(hostileText),
  ),
  { maxLength: 6 },
);
const figure = fc.nat({ max: 1e9 });
const time = fc.integer({ min: 0, max: 4e15 });

/** A profile with hostile text in every text field. */
export const hostileProfile: fc.Arbitrary<Profile> = fc
  .record({
    seq: fc.nat({ max: 1e6 }),
    time,
    status: fc.integer({ min: 100, max: 999 }),
    ip: hostileText,
    method: fc.oneof(fc.constantFrom('GET', 'POST', 'PROPFIND'), hostileText),
    url: fc.oneof(
      hostileText,
      hostileText.map((text) => `https://shop.example/${text}`),
    ),
    host: hostileText,
    route: hostileText,
    operation: hostileText,
    duration: figure,
    requestBytes: figure,
    responseBytes: figure,
    userAgent: hostileText,
    trace: hostileText,
    // A process is listed only by `kind:process`.
    kind: fc.constantFrom(...KINDS.filter((kind) => kind !== 'process')),
    parent: fc.option(fc.nat({ max: 1e6 })),
    error: hostileText,
    errorGroup: hostileText,
    client: fc.constantFrom(...CLIENT_CLASSES),
    user: hostileText,
    tags: fc.array(hostileText, { maxLength: 4 }),
    queries: figure,
    queryTime: figure,
    service: hostileText,
    instance: hostileText,
    environment: hostileText,
    release: hostileText,
    detail: fc.constantFrom(...DETAIL_STATES),
    httpVersion: fc.oneof(fc.constantFrom('1.0', '1.1', '2.0'), hostileText),
    socketIp: hostileText,
    requestHeaders: headers,
    responseHeaders: headers,
    phases: fc.option(fc.record({ headers: figure, finished: figure })),
    exception: fc.option(
      fc.record({ name: hostileText, message: hostileText, stack: hostileText, cause: fc.constant(null) }),
    ),
  })
  .map(({ httpVersion, socketIp, requestHeaders, responseHeaders, exception, phases, ...entry }) => ({
    entry: {
      ...entry,
      seq: entry.seq as Seq,
      time: entry.time as Micros,
      parent: entry.parent as Seq | null,
    },
    detail:
      entry.detail === 'kept'
        ? {
            httpVersion,
            socketIp,
            requestHeaders,
            responseHeaders,
            exception,
            ...(phases && { phases }),
          }
        : null,
  }));
