import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { GatebookError } from '../../errors.ts';
import { makePrivateFolder } from '../private-folder.ts';
import type { FolderAddress } from './address.ts';
import { type Engine, type Row, withSettings } from './engine.ts';
import { loadOptional } from './load-optional.ts';

/**
 * ClickHouse in this process. Its questions run beside the event loop, one after the other in a session: one session
 * reads, one writes. Only one thread of a process may use it (the library closes all that is open when a thread that
 * has loaded it ends), and only one folder at a time.
 */
export async function openChdbEngine({ path, database }: FolderAddress, create: boolean): Promise<Engine> {
  refuseUnlessOurs(path, create);
  const { Session, drainPending } = await loadOptional('chdb', () => import('chdb'));
  makePrivateFolder(dirname(path));
  makePrivateFolder(path);
  const reading = new Session(path);
  const writing = new Session(path);
  const engine: Engine = {
    name: `chdb:${path}`,
    async read(sql, params = {}, options = {}) {
      const answer = await reading.queryBindAsync(withSettings(sql, options), { ...params }, FORMAT);
      return rowsIn(answer.text());
    },
    async run(sql, params = {}) {
      await writing.queryBindAsync(sql, { ...params }, FORMAT);
    },
    async insert({ table, columns, rows, token }) {
      await writing.insert({
        table,
        columns: [...columns],
        values: Buffer.from(rows.join('\n')),
        format: 'JSONCompactEachRow',
        settings: { insert_deduplication_token: token },
      });
    },
    async close() {
      reading.close();
      writing.close();
      await drainPending();
    },
  };
  try {
    if (create) await engine.run(`CREATE DATABASE IF NOT EXISTS ${database}`);
    for (const session of [reading, writing]) await session.queryAsync(`USE ${database}`);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

/** Looks before it touches: the engine would fill any folder with its own. */
function refuseUnlessOurs(path: string, create: boolean): void {
  const names = existsSync(path) ? readdirSync(path) : [];
  if (names.includes('store')) return;
  if (!create) {
    throw new GatebookError(
      'book-missing',
      `There is no book at ${path}. Start your app with Gatebook in it, or name another with --storage chdb:FOLDER.`,
    );
  }
  if (names.length > 0) {
    throw new GatebookError(
      'book-unreadable',
      `${path} is a folder with something else in it. Choose one that is empty, or not there yet.`,
    );
  }
}

const FORMAT = { format: 'JSONCompactEachRow' } as const;

/** One array a line. */
function rowsIn(text: string): Row[] {
  const lines = text.trimEnd();
  return lines === '' ? [] : (JSON.parse(`[${lines.replaceAll('\n', ',')}]`) as Row[]);
}
