const QUOTE = /["'`]/g;
const NAME = /^[\w.$]{1,64}$/;
const WORD = /\w+/g;
/** SQL Server: `The duplicate key value is (…).` */
const KEY_VALUE = /\bvalue is \([\s\S]*/;
/** A longer message has been cut, so its last quote may be part of a value. */
const MAX_LENGTH = 480;

/**
 * The error of a SQL statement without the values that databases repeat in it. A quoted name is kept if it is in the
 * fingerprint of the statement, such as in `column "missing" does not exist`.
 */
export function redactStatementError(error: string, fingerprint: string): string {
  const message = error.replace(KEY_VALUE, 'value is ?');
  const names = new Set(fingerprint.toLowerCase().match(WORD));
  QUOTE.lastIndex = 0;
  for (let found = QUOTE.exec(message); found; found = QUOTE.exec(message)) {
    const [quote] = found;
    const close = message.indexOf(quote, QUOTE.lastIndex);
    const name = message.slice(QUOTE.lastIndex, close);
    if (close < 0 || !isName(name, names)) return cutAt(message, found.index, quote);
    QUOTE.lastIndex = close + 1;
  }
  return message;
}

function isName(text: string, names: ReadonlySet<string>): boolean {
  return NAME.test(text) && (text.toLowerCase().match(WORD) ?? ['']).every((word) => names.has(word));
}

/** A value may contain quotes, so it ends at the last one. */
function cutAt(message: string, from: number, quote: string): string {
  const last = message.lastIndexOf(quote);
  const rest = last > from && message.length < MAX_LENGTH ? message.slice(last + 1) : '';
  return `${message.slice(0, from)}?${rest}`;
}
