import { getSystemErrorMap } from 'node:util';

/** `ECONNREFUSED` and the like. A name that only looks like one may be the code of a login. */
const SYSTEM_CODES = new Set([...getSystemErrorMap().values()].map(([name]) => name).concat('ENOTFOUND'));
/** A code in quotes, which may be escaped. */
const QUOTED_CODE = /\\*["']([A-Z0-9_]{2,64})\\*["']/y;
/** Codes of Node, undici, MySQL and SQLite. */
const PREFIXED_CODE = /^(?:UND_ERR|ERR|ER|SQLITE)_[A-Z]/;
const SQL_STATE_LENGTH = 5;

/** The end of the value if it is that of `code: 'ENOENT'`, the code of an error; otherwise -1. */
export function errorCodeEnd(text: string, at: number, nameEnd: number, valueAt: number): number {
  if (text.slice(at, nameEnd) !== 'code') return -1;
  QUOTED_CODE.lastIndex = valueAt;
  const code = QUOTED_CODE.exec(text)?.[1];
  if (code === undefined) return -1;
  const isCode =
    SYSTEM_CODES.has(code) ||
    PREFIXED_CODE.test(code) ||
    (code.length === SQL_STATE_LENGTH && followsSeverity(text, at));
  return isCode ? QUOTED_CODE.lastIndex : -1;
}

/** An error of PostgreSQL has its severity before its code. */
function followsSeverity(text: string, at: number): boolean {
  const pattern = /(?<=severity\\*["']?: ?\\*["'](?:ERROR|FATAL|PANIC)\\*["'],\s*\\*["']?)/y;
  pattern.lastIndex = at;
  return pattern.test(text);
}
