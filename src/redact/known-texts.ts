import { createLru } from '../lru.ts';
import type { Redaction } from './redaction.ts';
import { rememberRepeated } from './remember.ts';

/** How many texts are remembered, and up to which length: a few megabytes at most. */
const TEXTS = { slots: 4096, maxLength: 256 };
const URLS = { slots: 4096, maxLength: 256 };
const STATEMENTS = { slots: 512, maxLength: 1024 };
/** Of databases. Twice as many are remembered at most. */
const MAX_SYSTEMS = 2;
/** `LIMIT 100`, `stock > 0`: no secret is a number of one or two digits. */
const PLAIN_NUMBER = /(?<=\b(?:limit|offset) )\d{1,6}(?![\w.])|(?<![\w.$@:?])\d{1,2}(?![\w.])/gi;

/** The same redaction, but it remembers texts without secrets: an app repeats its URLs, statements and messages. */
export function rememberTexts(redaction: Redaction): Redaction {
  const isSame = (text: string, redacted: string) => text === redacted;
  const statements = createLru<(sql: string) => string>(MAX_SYSTEMS);

  function statementsOf(system: string): (sql: string) => string {
    let redact = statements.get(system);
    if (!redact) {
      redact = rememberRepeated((sql) => redaction.statement(sql, system), hasNoValues, STATEMENTS);
      statements.set(system, redact);
    }
    return redact;
  }

  return {
    ...redaction,
    text: rememberRepeated(redaction.text, isSame, TEXTS),
    url: rememberRepeated(redaction.url, isSame, URLS),
    statement: (sql, system) => statementsOf(system)(sql),
  };
}

/** Whether the only values of a statement are numbers too short to be secrets. */
function hasNoValues(sql: string, fingerprint: string): boolean {
  return sql === fingerprint || sql.replace(PLAIN_NUMBER, '?') === fingerprint;
}
