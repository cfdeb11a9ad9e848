import { expect, test } from 'vitest';
import { commandFingerprint } from './statement.ts';

const KEYED = [
  'GET GETSET GETDEL GETEX GETRANGE SET ADD REPLACE CAS PREPEND TOUCH DELETE SETEX SETNX PSETEX APPEND STRLEN',
  'MGET MSET MSETNX DEL UNLINK EXISTS EXPIRE EXPIREAT PEXPIRE PEXPIREAT PERSIST TTL PTTL TYPE',
  'INCR INCRBY DECR DECRBY HGET HGETALL HSET HSETNX HDEL HEXISTS HINCRBY HKEYS HLEN HMGET HMSET HSCAN HVALS',
  'LPUSH LPUSHX RPUSH RPUSHX LPOP RPOP LLEN LRANGE LINDEX LSET LREM LTRIM LINSERT',
  'SADD SREM SCARD SISMEMBER SMEMBERS SPOP SRANDMEMBER SSCAN',
  'ZADD ZREM ZREMRANGEBYSCORE ZCARD ZCOUNT ZRANGE ZRANGEBYSCORE ZRANK ZSCORE ZINCRBY ZSCAN ZPOPMIN',
  'PFADD PFCOUNT XADD XLEN XRANGE XDEL XTRIM PUBLISH',
].flatMap((line) => line.split(' '));

test.each(KEYED)('%s keeps the prefix of its key', (command) => {
  expect(commandFingerprint(`${command} user:42 x`)).toBe(`${command} user:?`);
  expect(commandFingerprint(`${command.toLowerCase()} user:42`)).toBe(`${command.toLowerCase()} user:?`);
});

test.each([
  'AUTH',
  'HELLO',
  'EVAL',
  'CONFIG',
  'XAUTH',
  'ACL',
  'MIGRATE',
  'SETAUTH',
  'AUTHSET',
  'LX',
  'HAUTH',
])('%s keeps nothing: its first argument may be a password', (command) => {
  expect(commandFingerprint(`${command} hunter:2`)).toBe(`${command} ?`);
});

test.each([
  ['PING', 'PING'],
  ['', ''],
  ['GET user/42', 'GET user/?'],
  ['GET user|42', 'GET user|?'],
  ['GET users', 'GET users'],
  ['GET a.b-c_d', 'GET a.b-c_d'],
  ['GET _a:1', 'GET _a:?'],
  ['GET 42', 'GET ?'],
  ['GET user42', 'GET ?'],
  ['GET user;42', 'GET ?'],
  ['GET :42', 'GET ?'],
  ['GET -a:1', 'GET ?'],
  ['GET ', 'GET ?'],
  [`GET ${'a'.repeat(24)}:1`, `GET ${'a'.repeat(24)}:?`],
  [`GET ${'a'.repeat(25)}:1`, 'GET ?'],
  ['SET a b c', 'SET a'],
])('%s: %s', (statement, fingerprint) => {
  expect(commandFingerprint(statement)).toBe(fingerprint);
});
