import type { IncomingMessage } from 'node:http';
import { tryOr } from '../errors.ts';
import { cutText } from '../format/cut-text.ts';
import { MAX_LENGTH } from '../redact/profile/bound-profile.ts';

/** Returns the id of the user who made a request. Called once, when the request has ended. */
export type UserOption = (request: IncomingMessage) => string | number | undefined;

/** Reads the id of the user. `given` is what the framework keeps as the user, if it has a place for it. */
export type UserReader = (request: object, given: (() => unknown) | null) => string;

/** The fields of a user that are read, in this order. The first that is an id counts. */
const ID_FIELDS = ['id', '_id', 'sub', 'username'] as const;

export function createUserReader(option?: UserOption): UserReader {
  // Getters and functions of the app may throw.
  if (option) return (request) => tryOr('', () => toId(option(request as IncomingMessage)));
  return (request, given) =>
    tryOr('', () => idOf(given === null ? (request as { readonly user?: unknown }).user : given()));
}

/** The text of an id; empty for everything that is not a string or a number. Anything else may contain secrets. */
export function toId(value: unknown): string {
  if (typeof value === 'string') return cutText(value, MAX_LENGTH.user);
  return typeof value === 'bigint' || Number.isFinite(value) ? String(value) : '';
}

function idOf(user: unknown): string {
  if (typeof user !== 'object' || user === null) return toId(user);
  for (const field of ID_FIELDS) {
    const value = (user as Readonly<Record<string, unknown>>)[field];
    const id = toId(isObjectId(value) ? value.toHexString() : value);
    if (id !== '') return id;
  }
  return '';
}

/** An id of MongoDB. */
function isObjectId(value: unknown): value is { toHexString(): unknown } {
  return typeof value === 'object' && value !== null && 'toHexString' in value;
}
