import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { GatebookError } from '../../../errors.ts';
import { makePrivateFolder } from '../../private-folder.ts';
import { engineName, type FolderAddress } from './address.ts';
import { type Engine, type Row, withSettings } from './engine.ts';
import { loadOptional } from './load-optional.ts';

/**
 * ClickHouse inside this process. Queries run off the event loop, one at a time per session, so reads and writes each
 * have a session. Only one thread of a process may load the library, because it closes every session when a thread that
 * loaded it ends. A process can have only one folder open at a time.
 */
export async function openChdbEngine(address: FolderAddress, create: boolean): Promise<Engine> {
  const { path, database } = address;
  assertBookFolder(path, create);
  const { Session, drainPending } = loadOptional<typeof import('chdb')>('chdb');
  makePrivateFolder(dirname(path));
  makePrivateFolder(path);
  const readSession = new Session(path);
  const writeSession = new Session(path);
  const engine: Engine = {
    name: engineName(address),
    async read(sql, params = {}, options = {}) {
      const result = await readSession.queryBindAsync(withSettings(sql, options), { ...params }, FORMAT);
      return parseRows(result.text());
    },
    async run(sql, params = {}) {
      await writeSession.queryBindAsync(sql, { ...params }, FORMAT);
    },
    async insert({ table, columns, rows, token }) {
      await writeSession.insert({
        table,
        columns: [...columns],
        values: Buffer.from(rows.join('\n')),
        format: 'JSONCompactEachRow',
        settings: { insert_deduplication_token: token },
      });
    },
    async close() {
      readSession.close();
      writeSession.close();
      await drainPending();
    },
  };
  try {
    if (create) await engine.run(`CREATE DATABASE IF NOT EXISTS ${database}`);
    for (const session of [readSession, writeSession]) await session.queryAsync(`USE ${database}`);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

/** Checks the folder before opening it: chdb would create its files in any folder. */
function assertBookFolder(path: string, create: boolean): void {
  const names = existsSync(path) ? readdirSync(path) : [];
  if (names.includes('store')) return;
  if (!create) {
    throw new GatebookError(
      'book-missing',
      `No book found at ${path}. Start an app that records to it, or pass another folder with --storage chdb:FOLDER.`,
    );
  }
  if (names.length > 0) {
    throw new GatebookError(
      'book-unreadable',
      `${path} contains other files. Choose an empty folder, or one that does not exist yet.`,
    );
  }
}

const FORMAT = { format: 'JSONCompactEachRow' } as const;

/** Each line is a JSON array. */
function parseRows(text: string): Row[] {
  const lines = text.trimEnd();
  return lines === '' ? [] : (JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as Row[]);
}
