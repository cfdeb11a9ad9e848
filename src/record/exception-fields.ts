import { types } from 'node:util';
import { cutText } from '../format/cut-text.ts';
import { className, dataOf, isError, isPlain, ownData } from './plain-data.ts';

/** Limits of all fields of an exception, its causes and its errors. */
const [MAX_VALUES, MAX_CHARACTERS] = [100, 16_384];
const [MAX_FIELDS, MAX_ITEMS, MAX_DEPTH] = [40, 20, 5];
const MAX_STRING_LENGTH = 1000;
const MAX_KEY_LENGTH = 100;
/** Larger numbers take long to print. */
const MAX_BIGINT = 2n ** 64n;
/** Fields that a class may have on its prototype, or that are not enumerable. */
const KNOWN_FIELDS = ['code', 'status', 'statusCode', 'expose'];
/** In place of the fields and items that were left out. */
const REST = '…';
/** Listing the keys of a large object takes long, and can't be stopped. */
const LARGE = 1000;
const REST_MS_PER_KEY = 0.01;

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Until this time only known fields are read, so that clients can't slow down the app with large objects. */
let restsUntil = 0;

/**
 * Reads the fields of an exception and of those inside of it, within limits: texts, numbers, and small lists and objects without
 * a class. Anything else is only named: `[Socket]`. Code of the app is not run.
 */
export class FieldReader {
  #values = MAX_VALUES;
  #characters = MAX_CHARACTERS;
  /** The objects around the current value. */
  readonly #open: object[] = [];

  /** The fields of an object as JSON, besides those that are `known` by other means; `undefined` if it has none. */
  read(object: object, known: ReadonlySet<string>): string | undefined {
    const fields = new Map<string, Json>();
    this.#open.push(object);
    for (const key of KNOWN_FIELDS) if (!known.has(key)) this.#add(fields, key, dataOf(object, key));
    this.#addOwn(fields, object, known);
    this.#open.pop();
    return fields.size === 0 ? undefined : JSON.stringify(Object.fromEntries(fields));
  }

  /** A value as a text: of an object, its fields as JSON. */
  describe(value: unknown): string {
    const json = this.#json(value);
    return typeof json === 'string' ? json : JSON.stringify(json ?? null);
  }

  #addOwn(fields: Map<string, Json>, object: object, known: ReadonlySet<string>): void {
    const keys = keysOf(object);
    for (const key of keys.slice(0, MAX_FIELDS)) {
      const property = Object.getOwnPropertyDescriptor(object, key);
      if (!property || known.has(key) || fields.has(key)) continue;
      this.#add(fields, cutText(key, MAX_KEY_LENGTH), property.get ? '[Getter]' : property.value);
    }
    if (keys.length > MAX_FIELDS) fields.set(REST, `${keys.length - MAX_FIELDS} more`);
  }

  #add(fields: Map<string, Json>, key: string, value: unknown): void {
    if (value === undefined) return;
    this.#characters -= key.length;
    fields.set(key, this.#json(value) ?? null);
  }

  #json(value: unknown): Json | undefined {
    if (this.#values-- <= 0 || this.#characters <= 0) return REST;
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        return Number.isFinite(value) ? value : String(value);
      case 'boolean':
      case 'undefined':
        return value;
      case 'bigint':
        return value < MAX_BIGINT && value > -MAX_BIGINT ? `${value}n` : '[BigInt]';
      case 'symbol':
        return this.#text(String(value));
      case 'function':
        return types.isProxy(value) ? '[Proxy]' : '[Function]';
      default:
        return value === null ? null : this.#object(value as object);
    }
  }

  #object(object: object): Json {
    if (types.isProxy(object)) return '[Proxy]';
    if (this.#open.includes(object)) return '[Circular]';
    const isList = Array.isArray(object);
    if (!isList && !isPlain(object)) return this.#instance(object);
    if (this.#open.length > MAX_DEPTH || rests()) return isList ? '[Array]' : '[Object]';
    this.#open.push(object);
    const json = isList ? this.#list(object) : this.#fields(object);
    this.#open.pop();
    return json;
  }

  #instance(object: object): Json {
    if (isError(object)) return this.#text(titleOf(object));
    return types.isDate(object) ? dateText(object) : `[${className(object)}]`;
  }

  #list(list: readonly unknown[]): Json[] {
    const items: Json[] = [];
    for (let i = 0; i < list.length && i < MAX_ITEMS; i++) items.push(this.#json(ownData(list, i)) ?? null);
    if (list.length > MAX_ITEMS) items.push(`${REST} ${list.length - MAX_ITEMS} more`);
    return items;
  }

  #fields(object: object): Json {
    const fields = new Map<string, Json>();
    this.#addOwn(fields, object, NONE);
    return Object.fromEntries(fields);
  }

  #text(text: string): string {
    const kept = cutText(text, Math.max(0, Math.min(MAX_STRING_LENGTH, this.#characters)));
    this.#characters -= kept.length;
    return kept;
  }
}

const NONE: ReadonlySet<string> = new Set();

function rests(): boolean {
  return restsUntil > 0 && performance.now() < restsUntil;
}

function keysOf(object: object): string[] {
  if (rests()) return [];
  const keys = Object.keys(object);
  restsUntil = keys.length > LARGE ? performance.now() + keys.length * REST_MS_PER_KEY : 0;
  return keys;
}

function titleOf(error: object): string {
  const [name, message] = [dataOf(error, 'name'), dataOf(error, 'message')];
  const title = typeof name === 'string' && name !== 'Error' ? name : className(error);
  return typeof message === 'string' && message !== '' ? `${title}: ${message}` : title;
}

function dateText(date: Date): string {
  const time = Date.prototype.getTime.call(date);
  return Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString();
}
