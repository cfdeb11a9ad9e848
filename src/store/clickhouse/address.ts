import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GatebookError } from '../../errors.ts';

/** ClickHouse's own ports for HTTP, with TLS and without. */
const TLS_PORT = '8443';
const PLAIN_PORT = '8123';
const MOST_WRITERS = 4096;
/** A name that needs no quotes in a statement. */
export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const SETTING = /^[a-z][a-z0-9_]*$/;

interface Options {
  readonly database: string;
  /** Which range of numbers is leased from. */
  readonly writer: number;
}

export interface ServerAddress extends Options {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Settings of ClickHouse that go with every question and insert. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface FolderAddress extends Options {
  readonly path: string;
}

/** `clickhouse://user:password@host:8443/database?writer=3&insert_quorum=2` */
export function serverAddress(storage: string): ServerAddress {
  if (!URL.canParse(storage)) throw unreadable(storage);
  const { hostname, port, username, password, pathname, searchParams } = new URL(storage);
  if (hostname === '') throw unreadable(storage);
  const { writer, tls = port === PLAIN_PORT ? 'off' : 'on', ...settings } = Object.fromEntries(searchParams);
  if (!['on', 'off'].includes(tls)) throw wrong(`?tls=${tls}`, 'on or off');
  const odd = Object.keys(settings).find((name) => !SETTING.test(name));
  if (odd !== undefined) throw wrong(`?${odd}`, 'writer, tls or a setting of ClickHouse');
  const scheme = tls === 'off' ? 'http' : 'https';
  return {
    url: `${scheme}://${hostname}:${port || (tls === 'off' ? PLAIN_PORT : TLS_PORT)}`,
    username: decoded(username, storage) || 'default',
    password: decoded(password, storage),
    database: databaseOf(decoded(pathname.slice(1), storage) || 'gatebook'),
    writer: writerOf(writer),
    settings,
  };
}

/** As messages name it, without credentials. */
export function serverName({ url, database }: ServerAddress): string {
  return `clickhouse://${new URL(url).host}/${database}`;
}

/** `chdb:./folder?database=book` */
export function folderAddress(storage: string): FolderAddress {
  const [, path, query = ''] = /^chdb:(?!\/\/[^/])([^?]+)(?:\?(.*))?$/s.exec(storage) ?? [];
  if (path === undefined) throw unreadable(storage);
  const { writer, database = 'gatebook', ...others } = Object.fromEntries(new URLSearchParams(query));
  const [odd] = Object.keys(others);
  if (odd !== undefined) throw wrong(`?${odd}`, 'database or writer');
  return {
    path: path.startsWith('//') ? fileURLToPath(`file:${path}`) : resolve(path),
    database: databaseOf(database),
    writer: writerOf(writer),
  };
}

function decoded(text: string, storage: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unreadable(storage);
  }
}

function writerOf(text = '0'): number {
  if (/^\d{1,4}$/.test(text) && Number(text) < MOST_WRITERS) return Number(text);
  throw wrong(`?writer=${text}`, `a whole number below ${MOST_WRITERS}`);
}

function databaseOf(name: string): string {
  if (IDENTIFIER.test(name)) return name;
  throw wrong(`the database "${name}"`, 'a name of letters, digits and underscores');
}

function unreadable(storage: string): GatebookError {
  // What could not be read may hold a password.
  const kind = storage.slice(0, storage.indexOf(':') + 1);
  const form = kind === 'chdb:' ? 'chdb:FOLDER' : 'clickhouse://USER:PASSWORD@HOST:8443/DATABASE';
  return new GatebookError('bad-storage-url', `A storage that starts with ${kind} is written ${form}.`);
}

function wrong(what: string, may: string): GatebookError {
  return new GatebookError('bad-storage-url', `In the storage, ${what} is not right: write ${may}.`);
}
