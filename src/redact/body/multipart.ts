import { SECRET } from '../names/names.ts';
import type { RedactRules } from '../rules.ts';
import { byName, type Found } from '../text/found.ts';

const BREAK = '\\r?\\n';
/** The rest of a line. A lookahead keeps the pattern from trying other ends. */
const line = (name: string) => `(?=(?<${name}>[^\\r\\n]{0,400}?${BREAK}))\\k<${name}>`;
/** The start of a part, the rest of its first line, other headers, and an empty line. */
const PART = new RegExp(
  `form-data;(?:\\s*filename\\*?="[^"\\n]{0,200}";)?\\s*name\\*?=(?:utf-8'\\w*')?\\\\*["']?([^"'\\\\\\r\\n;]{1,100})(?![^"'\\\\\\r\\n;])${line('first')}(?:[A-Za-z-]{1,40}:${line('other')}){0,5}${BREAK}`,
  'gi',
);
const BOUNDARY = new RegExp(`${BREAK}--`, 'g');

/** Finds the values of parts with the name of a secret. */
export function findParts(text: string, rules: RedactRules, found: Found[]): void {
  for (const match of text.matchAll(PART)) {
    const [head, name = ''] = match;
    if (rules.judge(name) !== SECRET) continue;
    const from = match.index + head.length;
    BOUNDARY.lastIndex = from;
    found.push(byName(from, BOUNDARY.exec(text)?.index ?? text.length, name));
  }
}
