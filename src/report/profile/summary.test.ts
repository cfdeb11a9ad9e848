import { describe, expect, test } from 'vitest';
import type { LogLine, Profile } from '../../profile/profile.ts';
import { sampleProfile } from '../../store/conformance/sample-profile.ts';
import { tellingLogs } from './summary.ts';

const exception = { name: 'TypeError', message: 'no stock', stack: '', cause: null };

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
