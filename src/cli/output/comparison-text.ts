import type { Comparison } from '../../compare/compare-profiles.ts';
import {
  type Difference,
  differenceText,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
  NOISE,
  NOTHING_DIFFERS,
  noiseText,
} from '../../compare/difference.ts';
import { countOf, countText } from '../../format/count-text.ts';
import { oneLine } from '../../format/visible-text.ts';
import type { Style, Terminal } from './terminal.ts';

const STYLES = { '+': 'green', '-': 'red', '*': 'yellow' } as const satisfies Record<string, Style>;

/** The differences, the most relevant first. Noise and identical values are counted, or listed with `all`. */
export function comparisonLines(
  { differences, noise, identical }: Comparison,
  terminal: Terminal,
  all = false,
): string[] {
  const { length } = differences;
  return [
    terminal.style('bold', length === 0 ? NOTHING_DIFFERS : countOf(length, 'difference')),
    ...differences.map((difference) => differenceLine(difference, terminal)),
    ...folded(noise, noiseText(noise.length), terminal, all),
    ...folded(identical, `${countText(identical.length)} identical`, terminal, all),
  ];
}

function differenceLine(difference: Difference, terminal: Terminal): string {
  const { sign, subject, name, text, was } = differenceText(difference);
  // On a terminal, long texts are cut as on the page.
  const cut = (value: string, length: number) =>
    oneLine(value, terminal.columns === null ? Infinity : length);
  const words = [
    subject,
    cut(name, MAX_NAME_LENGTH),
    cut(text, MAX_TEXT_LENGTH),
    was === '' ? '' : `(was ${cut(was, MAX_TEXT_LENGTH)})`,
  ].filter((word) => word !== '');
  const line = `  ${sign} ${words.join(' ')}`;
  return difference.weight > NOISE ? terminal.style(STYLES[sign], line) : line;
}

function folded(pairs: readonly Difference[], summary: string, terminal: Terminal, all: boolean): string[] {
  if (pairs.length === 0) return [];
  if (!all) return [terminal.style('dim', `${summary} (--all lists them)`)];
  return [
    '',
    terminal.style('bold', summary),
    ...pairs.map((pair) => (pair.a === pair.b ? identicalLine(pair) : differenceLine(pair, terminal))),
  ];
}

function identicalLine({ subject, name, a }: Difference): string {
  return `    ${[subject, name, a ?? '']
    .filter((word) => word !== '')
    .map((word) => oneLine(word, Infinity))
    .join(' ')}`;
}

/** A comparison for `--json`, with the same words as the text. */
export function comparisonJson({ differences, noise, identical }: Comparison): object {
  return {
    differences: differences.map(differenceJson),
    noise: noise.map(differenceJson),
    identical: identical.map(({ subject, name, a }) => ({ subject, name, value: a })),
  };
}

function differenceJson(difference: Difference): object {
  const { sign, text } = differenceText(difference);
  const { subject, name, a, b, weight } = difference;
  return { sign, subject, name, text, a, b, weight };
}
