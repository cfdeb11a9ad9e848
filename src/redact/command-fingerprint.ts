/** Commands of Redis and memcached whose first argument is a key. The first argument of other commands may be a password. */
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
