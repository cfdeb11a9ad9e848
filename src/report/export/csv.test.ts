import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileProfile, hostileText } from '../../../test/support/hostile-profiles.ts';
import { FORMULA_START, parseCsv } from '../../../test/support/parse-csv.ts';
import { visibleText } from '../../format/visible-text.ts';
import { createTokens } from '../../profile/token.ts';
import { CSV_HEADINGS, csvCell, csvEntry } from './csv.ts';

const tokens = createTokens([1, 2, 3, 4]);

const asText = (value: string) =>
  /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;

describe('a cell', () => {
  test('that would be a formula starts with an apostrophe', () => {
    for (const start of FORMULA_START)
      expect(parseCsv(`${csvCell(`${start}1+1`)}\r\n`)).toEqual([[`'${start}1+1`]]);
    expect(csvCell('=1+1')).toBe("'=1+1");
    expect(csvCell('a=1+1')).toBe('a=1+1');
  });

  test('can be parsed back, whatever it contains', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 5 }), (values) => {
        // A row with one empty cell is an empty line, which has no cells.
        fc.pre(values.length > 1 || values[0] !== '');
        expect(parseCsv(`${values.map(csvCell).join(',')}\r\n`)).toEqual([values.map(asText)]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a row', () => {
  test('starts with the six columns of the page', () => {
    expect(CSV_HEADINGS).toMatch(/^Status,IP,Method,URL,Time,Token,/);
  });

  test('with hostile values is one line without formulas or invisible characters', () => {
    const [headings = []] = parseCsv(CSV_HEADINGS);
    fc.assert(
      fc.property(hostileProfile, ({ entry }) => {
        const line = csvEntry(entry, tokens);
        const [cells = [], ...others] = parseCsv(line);
        expect(others).toEqual([]);
        expect(cells).toHaveLength(headings.length);
        expect(line.slice(0, -2)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(cells.filter(([start = '']) => FORMULA_START.includes(start))).toEqual([]);
        const read = Object.fromEntries(headings.map((heading, i) => [heading, cells[i]]));
        expect(read).toMatchObject({
          Status: String(entry.status),
          IP: asText(visibleText(entry.ip)),
          Method: asText(visibleText(entry.method)),
          URL: asText(visibleText(entry.url)),
          Token: tokens.tokenOf(entry.seq),
          Host: asText(visibleText(entry.host)),
          Route: asText(visibleText(entry.route)),
          'User agent': asText(visibleText(entry.userAgent)),
          Trace: asText(visibleText(entry.trace)),
          Operation: asText(visibleText(entry.operation)),
          User: asText(visibleText(entry.user)),
          Tags: asText(entry.tags.map(visibleText).join(', ')),
          Queries: String(entry.queries),
          Service: asText(visibleText(entry.service)),
          Instance: asText(visibleText(entry.instance)),
          Release: asText(visibleText(entry.release)),
          Error: asText(visibleText(entry.error)),
          'Error group': asText(visibleText(entry.errorGroup)),
        });
      }),
      { numRuns: 2000 },
    );
  });
});
