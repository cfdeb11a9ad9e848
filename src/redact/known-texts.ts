import { createLru } from '../lru.ts';
import type { Redaction } from './redaction.ts';
import { isUnchanged, remember } from './remember.ts';

/** How many texts are remembered (at most twice as many), and their maximum length: a few megabytes in all. */
const TEXTS = { capacity: 4096 };
const STATEMENTS = { capacity: 512, maxLength: 1024 };
/** How many kinds of databases are remembered, at most twice as many. */
const MAX_SYSTEMS = 2;
/** `LIMIT 100`, `stock > 0`: no secret is a number of one or two digits. */
const PLAIN_NUMBER = /(?<=\b(?:limit|offset) )\d{1,6}(?![\w.])|(?<![\w.$@:?])\d{1,2}(?![\w.])/gi;

/** Remembers texts without secrets, because an app repeats its URLs, statements and messages. */
export function rememberTexts(redaction: Redaction): Redaction {
  const statements = createLru<(sql: string) => string>(MAX_SYSTEMS);

  function statementsOf(system: string): (sql: string) => string {
    let redact = statements.get(system);
    if (!redact) {
      redact = remember((sql) => redaction.statement(sql, system), hasNoValues, STATEMENTS);
      statements.set(system, redact);
    }
    return redact;
  }

  return {
    ...redaction,
    text: remember(redaction.text, isUnchanged, TEXTS),
    url: remember(redaction.url, isUnchanged, TEXTS),
    statement: (sql, system) => statementsOf(system)(sql),
  };
}

/** Whether the only values of a statement are numbers too short to be secrets. */
function hasNoValues(sql: string, fingerprint: string): boolean {
  return sql === fingerprint || sql.replace(PLAIN_NUMBER, '?') === fingerprint;
}
