import { createLru } from '../../lru.ts';
import { type IpRange, isIn } from '../../net/ip.ts';
import type { Tokens } from '../../profile/token.ts';
import { matchesPattern, type Pattern } from '../../search/pattern.ts';
import { type RowTerm, seqsOf } from './compile-terms.ts';
import { parseTags } from './rows.ts';
import type { SegmentTable } from './segment-table.ts';

/** Tests a row of a segment in memory. */
export type RowTest = (row: number) => boolean;

/** Terms whose results are remembered, 64 KB each. */
const MAX_REMEMBERED = 16;

/**
 * Tests of terms. They remember what they have found: a page, its counts and its chart ask the same, and so does the
 * next page. Rows are only added, so a later search tests the new ones.
 */
export function createRowTests(seqOf: Tokens['seqOf']) {
  let table: SegmentTable | null = null;
  let results = createLru<Int8Array>(MAX_REMEMBERED);
  return {
    of(rows: SegmentTable, term: RowTerm): RowTest {
      if (rows !== table) results = createLru(MAX_REMEMBERED);
      table = rows;
      const key = JSON.stringify(term);
      let known = results.get(key) ?? new Int8Array(0);
      if (known.length < rows.count) {
        const grown = new Int8Array(rows.seq.length);
        grown.set(known);
        known = grown;
        results.set(key, known);
      }
      let test: RowTest | null = null;
      return (row) => {
        if (known[row] === 0) {
          test ??= testOf(rows, term, seqOf);
          known[row] = test(row) ? 1 : -1;
        }
        return known[row] === 1;
      };
    },
  };
}

/** A test of one term. Texts are compared once each, not once for each row. */
function testOf(rows: SegmentTable, term: RowTerm, seqOf: Tokens['seqOf']): RowTest {
  const { not } = term;
  const byText = (column: Int32Array, count: number, test: (at: number) => boolean): RowTest => {
    const known = new Int8Array(count);
    return (row) => {
      const at = column[row] ?? 0;
      if (known[at] === 0) known[at] = test(at) !== not ? 1 : -1;
      return known[at] === 1;
    };
  };
  switch (term.field) {
    case 'ip':
      return ipTest(rows, term.any, not);
    case 'url': {
      const test = textTest(term.any);
      return byText(rows.url, rows.urls.length, (at) => test(rows.urls[at] ?? ''));
    }
    case 'agent': {
      const test = textTest(term.any);
      return byText(rows.agent, rows.agents.length, (at) => test(rows.agents[at] ?? ''));
    }
    case 'trace': {
      const traces = new Set(term.any);
      return (row) => traces.has(rows.traces[rows.trace[row] ?? 0] ?? '') !== not;
    }
    case 'user': {
      const test = textTest(term.any);
      return byText(rows.user, rows.users.length, (at) => test(rows.users[at] ?? ''));
    }
    case 'service':
    case 'instance':
    case 'release': {
      const test = textTest(term.any);
      const valueAt = (id: number) => rows.processes.get(id)?.[term.field] ?? '';
      return byText(rows.process, rows.processes.size + 1, (id) => test(valueAt(id)));
    }
    case 'tag': {
      const test = textTest(term.any);
      return byText(rows.tags, rows.tagLists.length, (at) => parseTags(rows.tagLists[at] ?? '').some(test));
    }
    case 'time':
    case 'duration':
    case 'queries':
    case 'queryTime': {
      const column = rows[term.field];
      return (row) => term.any.some(({ from, to }) => isWithin(column[row] ?? 0, from, to)) !== not;
    }
    case 'token': {
      const seqs = new Set(seqsOf(term.any, seqOf));
      return (row) => seqs.has(rows.seq[row] ?? 0) !== not;
    }
    case 'parent': {
      const seqs = new Set(seqsOf(term.any, seqOf));
      return (row) => {
        const parent = rows.parentAt(row);
        return (parent !== null && seqs.has(parent)) !== not;
      };
    }
  }
}

/** Most searches are for one IPv4 address or network. */
function ipTest(rows: SegmentTable, ranges: readonly IpRange[], not: boolean): RowTest {
  const { ipv4, others } = rows.ipKeys();
  const { ip } = rows;
  const [range] = ranges;
  if (ranges.length === 1 && typeof range?.from === 'number' && typeof range.to === 'number') {
    const { from, to } = range;
    return (row) => isWithin(ipv4[ip[row] ?? 0] ?? 0, from, to) !== not;
  }
  return (row) => {
    const at = ip[row] ?? 0;
    const key = others[at] ?? ipv4[at] ?? Number.NaN;
    return isIn(key, ranges) !== not;
  };
}

const ASCII = /^[ -~]*$/;

/** Whether a text matches one of the patterns. ASCII text is found by an expression, several times as fast. */
function textTest(patterns: readonly Pattern[]): (text: string) => boolean {
  const tests = patterns.map((pattern) => {
    const [part = '', ...others] = pattern.parts;
    const isWhole = pattern.match === 'whole' && others.length === 0;
    if ((pattern.match !== 'contains' && !isWhole) || !ASCII.test(part))
      return (text: string) => matchesPattern(pattern, text);
    const expression = new RegExp(part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');
    // Lower case does not change the length.
    if (isWhole) return (text: string) => text.length === part.length && expression.test(text);
    return (text: string) => expression.test(text);
  });
  const [first] = tests;
  return first && tests.length === 1 ? first : (text) => tests.some((test) => test(text));
}

function isWithin(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}
