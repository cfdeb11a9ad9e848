import type { Comparison } from '../compare/compare-profiles.ts';
import { type Difference, NOISE } from '../compare/difference.ts';
import { differenceText } from '../compare/difference-text.ts';
import { textStart } from '../format/cut-text.ts';
import { visibleText } from '../format/visible-text.ts';
import type { Style, Terminal } from './output/terminal.ts';

/** On a terminal, longer texts are cut as on the page. */
const MAX_NAME_LENGTH = 120;
const MAX_TEXT_LENGTH = 200;
const STYLES = { '+': 'green', '-': 'red', '*': 'yellow' } as const satisfies Record<string, Style>;

/** What differs, the most relevant first. The rest is counted, or listed with `all`. */
export function comparisonLines(
  { differences, noise, identical }: Comparison,
  terminal: Terminal,
  all = false,
): string[] {
  const { length } = differences;
  const count = length === 1 ? '1 difference' : `${length.toLocaleString('en')} differences`;
  return [
    terminal.style('bold', length === 0 ? 'Nothing differs that can matter.' : count),
    ...differences.map((difference) => differenceLine(difference, terminal)),
    ...folded(noise, 'that differ between equal requests too: times, ids, short delays', terminal, all),
    ...folded(identical, 'identical', terminal, all),
  ];
}

function differenceLine(difference: Difference, terminal: Terminal): string {
  const { sign, subject, name, text, was } = differenceText(difference);
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

function folded(pairs: readonly Difference[], what: string, terminal: Terminal, all: boolean): string[] {
  if (pairs.length === 0) return [];
  const summary = `${pairs.length.toLocaleString('en')} ${what}`;
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

function oneLine(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return visibleText(line.length > maxLength ? `${textStart(line, maxLength)}…` : line);
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
