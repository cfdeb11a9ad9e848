/** Commands of Redis and its kin whose first argument is a key. What stands there in another may be a password. */
const KEYED =
  /^(?:GET\w*|SET|SETEX|SETNX|PSETEX|APPEND|STRLEN|MGET|MSET|MSETNX|DEL|UNLINK|EXISTS|P?EXPIRE\w*|PERSIST|P?TTL|TYPE|(?:INCR|DECR)\w*|H(?:GET|SET|DEL|EXISTS|INCR|KEYS|LEN|MGET|MSET|SCAN|VALS)\w*|[LR](?:PUSH|POP)X?|L(?:LEN|RANGE|INDEX|SET|REM|TRIM|INSERT)|S(?:ADD|REM|CARD|ISMEMBER|MEMBERS|POP|RANDMEMBER|SCAN)|Z(?:ADD|REM|CARD|COUNT|RANGE|RANK|SCORE|INCRBY|SCAN|POP)\w*|PFADD|PFCOUNT|X(?:ADD|LEN|RANGE|DEL|TRIM)|PUBLISH)$/i;
/** What a kind of keys is called, as in `user:42`. */
const KEY_KIND = /^([A-Za-z_][A-Za-z_.-]{0,23})(?:([:/|])|$)/;

/** A command of a cache with the kind of its key, and none of its values: `GET user:?`. */
export function commandFingerprint(statement: string): string {
  const [command = '', key] = statement.split(' ', 2);
  if (key === undefined) return command;
  const [, kind, mark = ''] = (KEYED.test(command) && KEY_KIND.exec(key)) || [];
  if (kind === undefined) return `${command} ?`;
  return `${command} ${kind}${mark === '' ? '' : `${mark}?`}`;
}
