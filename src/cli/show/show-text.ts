import { EVERYTHING, panelFacts, type Shown, SUMMARY } from '../../report/profile/panel-facts.ts';
import type { ProfileReading } from '../../report/profile/read-profile.ts';
import { wrapLines } from '../output/wrap-lines.ts';
import { type Printing, panelLines } from './show-panels.ts';
import { factLines, headLine, summaryLines } from './show-summary.ts';

/** What may be copied from the terminal has no line breaks of ours. */
const VERBATIM: ReadonlySet<string> = new Set(['raw', 'body']);

/** What `gatebook show` prints: the request in one line, and then a panel. */
export function profileLines(reading: ProfileReading, shown: Shown, printing: Printing): string[] {
  const lines = unwrappedLines(reading, shown, printing);
  return VERBATIM.has(shown) ? lines : wrapLines(lines, printing.terminal);
}

function unwrappedLines(reading: ProfileReading, shown: Shown, printing: Printing): string[] {
  const panels = panelFacts(reading);
  const head = headLine(reading.profile.entry, printing.terminal);
  if (shown === SUMMARY) return [head, '', ...summaryLines(reading, panels, printing)];
  if (shown === EVERYTHING) {
    const rest = panels.filter(({ id, isEmpty }) => id !== 'raw' && !isEmpty);
    const lines = rest.flatMap((facts) => ['', ...panelLines(facts, reading, printing)]);
    return [head, '', ...factLines(reading, printing.zone), ...lines];
  }
  const facts = panels.find(({ id }) => id === shown);
  const lines = facts ? panelLines(facts, reading, printing) : ['This profile has no such panel.'];
  // Raw is JSON that other programs read.
  return shown === 'raw' ? lines.slice(1) : [head, '', ...lines];
}
