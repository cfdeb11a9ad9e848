import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GatebookError } from '../../../errors.ts';

/** ClickHouse's default HTTP ports, with and without TLS. */
const TLS_PORT = '8443';
const PLAIN_PORT = '8123';
const MAX_WRITERS = 4096;
/** A name that needs no quoting in SQL. */
export const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const SETTING = /^[a-z][a-z0-9_]*$/;

interface Options {
  readonly database: string;
  /** The range of seqs this writer leases from. */
  readonly writer: number;
}

export interface ServerAddress extends Options {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** ClickHouse settings sent with every query and insert. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface FolderAddress extends Options {
  readonly path: string;
}

/** Parses `clickhouse://user:password@host:8443/database?writer=3&insert_quorum=2`. */
export function serverAddress(storage: string): ServerAddress {
  if (!URL.canParse(storage)) throw malformed(storage);
  const { hostname, port, username, password, pathname, searchParams } = new URL(storage);
  if (hostname === '') throw malformed(storage);
  const { writer, tls = port === PLAIN_PORT ? 'off' : 'on', ...settings } = Object.fromEntries(searchParams);
  if (!['on', 'off'].includes(tls)) throw invalid('tls must be "on" or "off"');
  if (!Object.keys(settings).every((name) => SETTING.test(name))) {
    throw invalid('a parameter is not "writer", "tls" or the name of a ClickHouse setting');
  }
  const scheme = tls === 'off' ? 'http' : 'https';
  return {
    url: `${scheme}://${hostname}:${port || (tls === 'off' ? PLAIN_PORT : TLS_PORT)}`,
    username: decode(username, storage) || 'default',
    password: decode(password, storage),
    database: checkDatabase(decode(pathname.slice(1), storage) || 'gatebook'),
    writer: parseWriter(writer),
    settings,
  };
}

/** The name in messages: the folder, or the host and the database, never credentials. */
export function engineName(address: ServerAddress | FolderAddress): string {
  if ('path' in address) return `chdb:${address.path}`;
  return `clickhouse://${new URL(address.url).host}/${address.database}`;
}

/** Parses `chdb:./folder?database=book`. */
export function folderAddress(storage: string): FolderAddress {
  const [, path, query = ''] = /^chdb:(?!\/\/[^/])([^?]+)(?:\?(.*))?$/s.exec(storage) ?? [];
  if (path === undefined) throw malformed(storage);
  const { writer, database = 'gatebook', ...others } = Object.fromEntries(new URLSearchParams(query));
  if (Object.keys(others).length > 0) throw invalid('a parameter is not "database" or "writer"');
  return {
    path: path.startsWith('//') ? fileURLToPath(`file:${path}`) : resolve(path),
    database: checkDatabase(database),
    writer: parseWriter(writer),
  };
}

function decode(text: string, storage: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed(storage);
  }
}

function parseWriter(text = '0'): number {
  if (/^\d{1,4}$/.test(text) && Number(text) < MAX_WRITERS) return Number(text);
  throw invalid(`writer must be a whole number below ${MAX_WRITERS}`);
}

function checkDatabase(name: string): string {
  if (IDENTIFIER.test(name)) return name;
  throw invalid('the database name may hold only letters, digits and underscores');
}

function malformed(storage: string): GatebookError {
  const scheme = storage.slice(0, storage.indexOf(':') + 1);
  const form = scheme === 'chdb:' ? 'chdb:FOLDER' : 'clickhouse://USER:PASSWORD@HOST:8443/DATABASE';
  return new GatebookError('bad-storage-url', `Invalid ${scheme} storage URL. Write it as ${form}.`);
}

/** Never quotes the URL: a "/" or "?" in a password that is not percent-encoded moves it into the path or the query. */
function invalid(problem: string): GatebookError {
  return new GatebookError(
    'bad-storage-url',
    `Invalid storage URL: ${problem}. Percent-encode special characters in the user name and the password.`,
  );
}
