import { redactCards } from './cards.ts';
import { applyReplacements, type Replacement } from './replacements.ts';
import type { RedactRules } from './rules.ts';
import { findHidden, Scan } from './scan.ts';
import { sqlFingerprint } from './sql-fingerprint.ts';
import { redactScanned } from './text.ts';

const PLACEHOLDER = /^(?:\?\d*|\$\d+|[:@]\w+|%s)$/;
const NAME = /^[`"[\]\w.]+$/;
const COLUMN = /^[`"[]?(\w+)[`"\]]?\.[`"[]?\w+[`"\]]?$/;
const QUOTES = /[`"[\]]/g;

/** The fingerprint of a SQL statement, without what looks like a secret among its names. */
export function redactStatement(sql: string, system: string, rules: RedactRules): string {
  const fingerprint = sqlFingerprint(sql, system);
  const asText = redactScanned(fingerprint, rules);
  if (asText === fingerprint) return fingerprint;
  const found = new Scan(fingerprint, rules, 'visible').find();
  const secrets = found.filter((secret) => !isPartOfStatement(fingerprint, secret, rules));
  const redacted = redactCards(applyReplacements(fingerprint, secrets));
  return findHidden(redacted, rules) === 'nothing' ? redacted : asText;
}

/** In ``INSERT INTO `authors` (`id`)`` the list of columns would be a secret in a text. */
function isPartOfStatement(sql: string, { from, to }: Replacement, rules: RedactRules): boolean {
  const found = sql.slice(from, to);
  if (PLACEHOLDER.test(found)) return true;
  const [, table] = COLUMN.exec(found) ?? [];
  if (table !== undefined && isNamed(sql, table)) return true;
  let before = from - 1;
  while (sql[before] === ' ') before--;
  if (!'(,'.includes(sql[before] ?? ' ') || !NAME.test(found)) return false;
  return !new Scan(found.replace(QUOTES, ' '), rules, 'visible').findsSecret();
}

/** Whether the statement has a table, or an alias, of this name: it is not only the start of a column. */
function isNamed(sql: string, table: string): boolean {
  return new RegExp(`(?<![\\w.])[\`"[]?${table}(?![\\w.])[\`"\\]]?(?!\\.)`).test(sql);
}
