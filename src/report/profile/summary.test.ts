import { describe, expect, test } from 'vitest';
import type { LogLine, Profile, Span } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { slowestQueries, tellingCalls, tellingLogs, thrownAt } from './summary.ts';

const exception = { name: 'TypeError', message: 'no stock', stack: '', cause: null };

function profileOf(spans: readonly Span[]): Profile {
  const { entry, detail } = sampleProfile({ seq: 1 });
  return { entry, detail: detail && { ...detail, spans } };
}

function logsOf(...lines: readonly Partial<LogLine>[]) {
  const { entry, detail } = sampleProfile({ seq: 1 });
  const logs = lines.map(
    (line, at): LogLine => ({ at, source: 'pino', level: 'info', text: `line ${at}`, ...line }),
  );
  const profile: Profile = { entry, detail: detail && { ...detail, exception, logs } };
  return tellingLogs(profile);
}

describe('the log lines of the summary', () => {
  const infos = (count: number): Partial<LogLine>[] => Array.from({ length: count }, () => ({}));
  const shown = (...lines: readonly Partial<LogLine>[]) => {
    const logs = logsOf(...lines);
    return [logs.title, ...logs.lines.map(({ at }) => at)];
  };

  test('are all lines, if there are few', () => {
    expect(shown()).toEqual(['Logs']);
    expect(shown(...infos(4), { level: 'error' })).toEqual(['Logs', 0, 1, 2, 3, 4]);
  });

  test('are the errors and warnings, and then the last lines, in order of time', () => {
    expect(shown(...infos(120))).toEqual(['Last 5 of 120 log lines', 115, 116, 117, 118, 119]);
    const some = [{ level: 'WARN' }, ...infos(50), { level: 'fatal' }, ...infos(10)];
    expect(shown(...some)).toEqual(['5 of 62 log lines: errors and warnings first', 0, 51, 59, 60, 61]);
    const many = Array.from({ length: 7 }, () => ({ level: 'error' }));
    expect(shown(...many, ...infos(3))).toEqual([
      '5 of 10 log lines: errors and warnings first',
      2,
      3,
      4,
      5,
      6,
    ]);
    expect(shown(...infos(5), { level: 'error' })).toEqual(['Last 5 of 6 log lines', 1, 2, 3, 4, 5]);
  });

  test('leave out the fields that repeat the request, the response and the exception', () => {
    const fieldsOf = (fields: object | string) =>
      logsOf({ fields: typeof fields === 'string' ? fields : JSON.stringify(fields) }).lines[0]?.fields;
    const err = { type: 'TypeError', message: 'no stock', stack: 'TypeError: no stock' };
    const request = { req: { method: 'GET', url: '/' }, res: { statusCode: 500 }, responseTime: 7 };
    expect(fieldsOf({ ...request, err })).toBeUndefined();
    expect(fieldsOf({ ...request, cart: 7 })).toBe('{"cart":7}');
    expect(fieldsOf({ req: 'a', res: null, err: { ...err, message: 'other' } })).toContain('"err"');
    expect(fieldsOf({ req: 'a', res: null })).toBe('{"req":"a","res":null}');
    expect(fieldsOf('{"level":30,"req":{"url":"/…cut')).toBeUndefined();
    expect(fieldsOf({ long: 'x'.repeat(5000) })).toHaveLength(204);
  });
});

describe('the queries of the summary', () => {
  const query: Span = { kind: 'sql', name: 'SELECT 1', at: 0, duration: 9000, parent: null };
  const shown = (...spans: readonly Span[]) =>
    slowestQueries(profileOf(spans)).queries.map(({ statement, caller, wait, isRepeated }) => [
      statement,
      caller,
      wait,
      isRepeated,
    ]);

  test('have their line of the app, and say if they waited longer for a connection than they ran', () => {
    const waited = { ...query, wait: 7000, calledFrom: 'src/pay.ts:41:7' };
    expect(shown({ ...query, name: 'SELECT 2', duration: 100 }, waited)).toEqual([
      ['SELECT 1', 'src/pay.ts:41:7', 'waited 7 ms for a connection', false],
      ['SELECT 2', '', '', false],
    ]);
    expect(shown({ ...query, wait: 4000 }, { ...query, name: 'SELECT 2', duration: 999, wait: 999 })).toEqual(
      [
        ['SELECT 1', '', '', false],
        ['SELECT 2', '', '', false],
      ],
    );
  });

  test('say if one line repeats them', () => {
    expect(shown(...Array.from({ length: 5 }, () => query))).toEqual([['SELECT 1', '', '', true]]);
  });
});

test('the line of the app that threw is that of the exception, or of the first cause that has one', () => {
  const library = '    at parse (/app/node_modules/pg/parser.js:1:2)\n    at node:net:1:1';
  const cause = { ...exception, stack: `${library}\n    at charge (/app/src/pay.ts:41:7)`, cause: null };
  expect(thrownAt(cause)).toBe('at charge (/app/src/pay.ts:41:7)');
  expect(thrownAt({ ...exception, stack: library, cause })).toBe('at charge (/app/src/pay.ts:41:7)');
  expect(thrownAt({ ...exception, stack: library })).toBe('');
  expect(thrownAt(null)).toBe('');
});

describe('the outgoing requests of the summary', () => {
  const calls = (...durations: readonly (number | null)[]): Span[] =>
    durations.map((duration, at) => ({ kind: 'http', name: `GET /${at}`, at, duration, parent: null }));
  const shown = (spans: readonly Span[]) => {
    const { title, calls } = tellingCalls(profileOf(spans));
    return [title, ...calls.map(({ at }) => at)];
  };

  test('are all, if there are few', () => {
    expect(shown([])).toEqual(['Outgoing requests']);
    expect(shown(calls(7, 5, 9))).toEqual(['Outgoing requests', 0, 1, 2]);
  });

  test('are those that failed or took longest, as they were sent', () => {
    const spans = calls(1, 90, 1, 80, 70, 2, null).map((call) =>
      call.at === 2 ? { ...call, error: 'ECONNREFUSED' } : call,
    );
    expect(shown(spans)).toEqual(['5 of 7 outgoing requests: failed and slow ones first', 1, 2, 3, 4, 6]);
  });
});
