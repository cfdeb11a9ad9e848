import type { RedactRules } from '../rules.ts';
import { kindsOf } from '../text/characters.ts';
import { findCards, findFormats } from '../text/formats.ts';
import { type Found, hideFound } from '../text/found.ts';
import { sqlFingerprint } from './fingerprint.ts';

const QUOTE = /["'`]/g;
const NAME = /^[\w.$]{1,64}$/;
const WORD = /\w+/g;
/** SQL Server: `The duplicate key value is (…).` */
const KEY_VALUE = /\bvalue is \([\s\S]*/;
/** A longer message has been cut, so its last quote may be part of a value. */
const MAX_LENGTH = 480;

/** The fingerprint of a SQL statement, without what looks like a secret among its names. */
export function redactStatement(sql: string, system: string, rules: RedactRules): string {
  const fingerprint = sqlFingerprint(sql, system);
  const found: Found[] = [];
  findFormats(fingerprint, kindsOf(fingerprint), rules, found);
  findCards(fingerprint, found);
  return hideFound(fingerprint, found, rules);
}

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

/** Commands of Redis and memcached whose first argument is a key. For others, it may be a password. */
const KEYED =
  /^(?:GET\w*|SET|ADD|REPLACE|CAS|PREPEND|TOUCH|DELETE|SETEX|SETNX|PSETEX|APPEND|STRLEN|MGET|MSET|MSETNX|DEL|UNLINK|EXISTS|P?EXPIRE\w*|PERSIST|P?TTL|TYPE|(?:INCR|DECR)\w*|H(?:GET|SET|DEL|EXISTS|INCR|KEYS|LEN|MGET|MSET|SCAN|VALS)\w*|[LR](?:PUSH|POP)X?|L(?:LEN|RANGE|INDEX|SET|REM|TRIM|INSERT)|S(?:ADD|REM|CARD|ISMEMBER|MEMBERS|POP|RANDMEMBER|SCAN)|Z(?:ADD|REM|CARD|COUNT|RANGE|RANK|SCORE|INCRBY|SCAN|POP)\w*|PFADD|PFCOUNT|X(?:ADD|LEN|RANGE|DEL|TRIM)|PUBLISH)$/i;
/** The prefix of a key such as `user:42`. */
const KEY_PREFIX = /^([A-Za-z_][A-Za-z_.-]{0,23})(?:([:/|])|$)/;

/** A cache command with the prefix of its key and without its values: `GET user:?`. */
export function commandFingerprint(statement: string): string {
  const [command = '', key] = statement.split(' ', 2);
  if (key === undefined) return command;
  const [, prefix, separator = ''] = (KEYED.test(command) && KEY_PREFIX.exec(key)) || [];
  if (prefix === undefined) return `${command} ?`;
  return `${command} ${prefix}${separator === '' ? '' : `${separator}?`}`;
}
