import type { Finding } from '../../findings/finding.ts';
import type { Findings } from '../../findings/findings.ts';
import { findingsSentence, findingText } from '../../findings/text/finding-text.ts';
import { traitJson } from '../../findings/text/trait-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import { formatIsoTime, type Micros } from '../../profile/time.ts';
import type { Terminal } from './terminal.ts';

/** A summary in one sentence, then each finding in two lines with the query that lists its requests. */
export function findingLines(findings: Findings, zone: string, terminal: Terminal): string[] {
  return [
    visibleText(findingsSentence(findings)),
    ...findings.found.flatMap((finding) => {
      const { tag, subject, evidence, count } = findingText(finding, zone);
      const { query } = finding;
      return [
        '',
        `${terminal.style('yellow', visibleText(tag))}  ${terminal.style('bold', visibleText(subject))}  ${count}`,
        `  ${visibleText(evidence)}`,
        ...(query === null ? [] : [terminal.style('dim', `  ${visibleText(query)}`)]),
      ];
    }),
  ];
}

const TIMES: ReadonlySet<string> = new Set(['first', 'last', 'since', 'absentSince']);

/** Times as in all JSON. */
export function findingJson({ evidence, ...finding }: Finding): object {
  const fields = Object.entries(evidence).map(([name, value]) => [
    name,
    TIMES.has(name) && value !== null ? formatIsoTime(value as Micros) : value,
  ]);
  const why = 'why' in evidence && evidence.why && { ...evidence.why, trait: traitJson(evidence.why.trait) };
  return { ...finding, evidence: { ...Object.fromEntries(fields), ...(why && { why }) } };
}
