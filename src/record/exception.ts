import { performance } from 'node:perf_hooks';
import { types } from 'node:util';
import { tryOr } from '../errors.ts';
import { cutText } from '../format/cut-text.ts';
import type { Exception } from '../profile/profile.ts';
import { FieldReader } from './exception-fields.ts';
import { readStack } from './exception-stack.ts';
import { className, dataOf, isError, ownData } from './plain-data.ts';

/** How many exceptions are read from one with causes and errors, and how deep. */
const [MAX_EXCEPTIONS, MAX_DEPTH] = [8, 6];
/** How many of them have a stack. Messages count too, because V8 writes them into the stack. */
const [MAX_STACKS, MAX_CHARACTERS] = [5, 16_384];
const MAX_TEXT_LENGTH = 8192;
const MAX_NAME_LENGTH = 200;
/** Fields that a profile shows elsewhere. */
const KNOWN = new Set(['name', 'message', 'stack', 'cause']);
const KNOWN_WITH_ERRORS = new Set([...KNOWN, 'errors']);
const UNREADABLE: Exception = { name: 'unreadable', message: '', stack: '', cause: null };

/** A thrown value as it is recorded, before redaction. */
export function toException(thrown: unknown): Exception {
  return new ExceptionReader().read(thrown);
}

/** What an error stage was called with, as an exception. Not-found handling has none. */
export function stageException(thrown: unknown): Exception | null {
  return thrown === undefined || thrown === null ? null : toException(thrown);
}

/** The number of characters of an exception, its errors and causes. */
export function exceptionSize({ name, message, stack, fields = '', errors = [], cause }: Exception): number {
  let size = name.length + message.length + stack.length + fields.length;
  for (const error of errors) size += exceptionSize(error);
  return cause ? size + exceptionSize(cause) : size;
}

/** An error that the app did not catch. It is not read before Node has printed it: reading its stack would change what Node prints. */
export class UncaughtError {
  readonly at = performance.now();
  #error: unknown;
  #exception: Exception | null = null;

  constructor(error: unknown) {
    this.#error = error;
    // If the process goes on, nothing of the app is kept.
    setImmediate(() => this.exception).unref();
  }

  get exception(): Exception {
    this.#exception ??= toException(this.#error);
    this.#error = null;
    return this.#exception;
  }
}

class ExceptionReader {
  readonly #fields = new FieldReader();
  /** The errors around the one that is being read. */
  readonly #open: object[] = [];
  #left = MAX_EXCEPTIONS;
  #stacksLeft = MAX_STACKS;
  #charactersLeft = MAX_CHARACTERS;

  read(thrown: unknown): Exception {
    this.#left--;
    // The request still failed.
    return tryOr(UNREADABLE, () => (isError(thrown) ? this.#error(thrown) : this.#value(thrown)));
  }

  #error(error: Error): Exception {
    const list = errorsOf(error);
    const message = this.#messageOf(error);
    const fields = this.#fields.read(error, list ? KNOWN_WITH_ERRORS : KNOWN);
    const exception = {
      name: cutName(nameOf(error)),
      message: cutText(message, MAX_TEXT_LENGTH),
      stack: this.#stackOf(error, message),
      ...(fields !== undefined && { fields }),
    };
    this.#open.push(error);
    const errors = list && this.#errors(list);
    const cause = ownData(error, 'cause');
    const hasCause = cause !== undefined && cause !== null && typeof cause !== 'function';
    const nested = { ...errors, cause: hasCause && this.#hasRoomFor(cause) ? this.read(cause) : null };
    this.#open.pop();
    return { ...exception, ...nested };
  }

  #stackOf(error: Error, message: string): string {
    if (this.#stacksLeft-- <= 0 || this.#charactersLeft <= 0) return '';
    this.#charactersLeft -= message.length;
    return readStack(error, message);
  }

  #errors(list: readonly unknown[]): Pick<Exception, 'errors' | 'moreErrors'> {
    const errors: Exception[] = [];
    for (let i = 0; i < list.length && this.#left > 0; i++) {
      const error = ownData(list, i);
      if (!this.#hasRoomFor(error)) break;
      errors.push(this.read(error));
    }
    return { errors, ...(list.length > errors.length && { moreErrors: list.length - errors.length }) };
  }

  #hasRoomFor(value: unknown): boolean {
    return this.#left > 0 && this.#open.length < MAX_DEPTH && !this.#open.includes(value as object);
  }

  /** A value that is not an error. */
  #value(thrown: unknown): Exception {
    const isObject = typeof thrown === 'object' && thrown !== null && !types.isProxy(thrown);
    if (isObject && !Array.isArray(thrown) && !ArrayBuffer.isView(thrown)) return this.#thrownObject(thrown);
    return {
      name: primitiveName(thrown),
      message: thrown === null || thrown === undefined ? '' : this.#fields.describe(thrown),
      stack: '',
      cause: null,
      isError: false,
    };
  }

  #thrownObject(thrown: object): Exception {
    const [name, message] = [dataOf(thrown, 'name'), dataOf(thrown, 'message')];
    const type = className(thrown);
    const fields = this.#fields.read(thrown, KNOWN);
    return {
      name: cutName(typeof name === 'string' && name !== '' ? name : type === 'Object' ? 'object' : type),
      message: message === undefined ? '' : cutText(this.#text(message), MAX_TEXT_LENGTH),
      stack: readStack(thrown, ''),
      cause: null,
      isError: false,
      ...(fields !== undefined && { fields }),
    };
  }

  /** A getter is called here: V8 calls it for the stack too. */
  #messageOf(error: Error): string {
    return tryOr('', () => this.#text(error.message));
  }

  #text(value: unknown): string {
    return typeof value === 'string' ? value : this.#fields.describe(value);
  }
}

/** The errors of an AggregateError or the like. */
function errorsOf(error: object): readonly unknown[] | undefined {
  const errors = ownData(error, 'errors');
  if (!Array.isArray(errors) || types.isProxy(errors)) return undefined;
  return isError(ownData(errors, 0)) ? errors : undefined;
}

/** Any code can set `name` to anything. */
function nameOf(error: Error): string {
  const name: unknown = tryOr('', () => error.name);
  if (typeof name === 'string' && name !== '' && name !== 'Error') return name;
  const type = className(error);
  return type === 'Object' ? 'Error' : type;
}

function primitiveName(thrown: unknown): string {
  if (thrown === null) return 'null';
  if (typeof thrown !== 'object' && typeof thrown !== 'function') return typeof thrown;
  if (types.isProxy(thrown)) return 'Proxy';
  return typeof thrown === 'function' ? 'function' : className(thrown);
}

function cutName(name: string): string {
  return cutText(name, MAX_TEXT_LENGTH).slice(0, MAX_NAME_LENGTH);
}
