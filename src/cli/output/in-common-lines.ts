import { shareOf } from '../../findings/chance.ts';
import type { InCommon } from '../../findings/in-common/in-common.ts';
import type { CommonLine } from '../../findings/in-common/rank-lines.ts';
import {
  comparedText,
  lineQuery,
  lineText,
  NOTHING_IN_COMMON,
  traitJson,
  traitText,
} from '../../findings/text/trait-text.ts';
import { shareText } from '../../format/count-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { formatIsoTime, formatTime } from '../../profile/time.ts';
import { type TableColumn, tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';

const COLUMNS: readonly TableColumn[] = [
  { heading: 'In common', cut: 'middle', first: true, least: 20 },
  { heading: 'These', align: 'right' },
  { heading: 'Others', align: 'right' },
];

/** @param text the query that was asked about */
export function inCommonLines(found: InCommon, text: string, zone: string, terminal: Terminal): string[] {
  const { lines, searchedTo } = found;
  const since =
    searchedTo === null
      ? []
      : [`Only requests since ${formatTime(searchedTo, zone)} were compared: time ran out.`];
  if (lines.length === 0) return [visibleText(comparedText(found)), ...since, NOTHING_IN_COMMON];
  const rows = lines.flatMap((line) => [
    [lineText(line), shareText(shareOf(line.selected)), shareText(shareOf(line.rest))],
    ...line.alike.map((trait) => [`  also ${traitText(trait)}`]),
  ]);
  const [query] = lines.flatMap((line) => lineQuery(text, line) ?? []);
  return [
    visibleText(comparedText(found)),
    ...since,
    '',
    ...tableLines(COLUMNS, rows, terminal),
    ...(query === undefined ? [] : ['', terminal.style('dim', `Only these: ${visibleText(query)}`)]),
  ];
}

export function inCommonJson({ lines, searchedTo, of, ...found }: InCommon, text: string): object {
  return {
    ...found,
    of: of?.name ?? null,
    searchedTo: searchedTo === null ? null : formatIsoTime(searchedTo),
    lines: lines.map(({ traits, alike, ...counts }: CommonLine) => ({
      traits: traits.map(traitJson),
      alike: alike.map(traitJson),
      ...counts,
      query: lineQuery(text, { traits }),
    })),
  };
}
