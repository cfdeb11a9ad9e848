import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { damagePage, writeSampleBook } from '../../../../test/support/sample-book.ts';
import { openReader, openWriter } from '../book.ts';
import { type BookFolder, bookFolder } from '../files/folder.ts';
import { openForExport } from '../maintain/export-book.ts';

const temporary = mkdtempSync(join(tmpdir(), 'gatebook-open-files-'));
const original = join(temporary, 'original');
beforeAll(() => writeSampleBook(original));
afterAll(() => rmSync(temporary, { recursive: true }));

/** The files of a book that this process has open. */
function openFiles(path: string): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(path) ? [file] : [];
    } catch {
      return [];
    }
  });
}

const OPEN: Readonly<Record<string, (path: string) => { close(): unknown }>> = {
  writer: (path) => openWriter({ path, create: true }),
  reader: (path) => openReader({ path, create: false }),
  export: openForExport,
};

function replaceFolder({ segments }: BookFolder): void {
  rmSync(segments, { recursive: true });
  writeFileSync(segments, '');
}

const DAMAGES: Readonly<Record<string, (folder: BookFolder) => void>> = {
  'whose list of segments is damaged': ({ catalog }) => damagePage(catalog, 'segments', 0),
  'whose key is damaged': ({ catalog }) => damagePage(catalog, 'book', 0),
  'whose segments are not in a folder': replaceFolder,
  'whose live segment is damaged': (folder) => truncateSync(folder.live(5), 5000),
};

describe.skipIf(process.platform !== 'linux')(
  'no file stays open after a failure, because it would delete the log of a new book:',
  () => {
    test.each(Object.entries(DAMAGES))('a book %s', async (name, damage) => {
      const path = join(temporary, name);
      cpSync(original, path, { recursive: true });
      damage(bookFolder(path));
      for (const [by, open] of Object.entries(OPEN)) {
        try {
          await open(path).close();
        } catch {}
        expect(openFiles(path), by).toEqual([]);
      }
    });

    test('a damaged segment that is searched again and again', () => {
      const path = join(temporary, 'searched');
      cpSync(original, path, { recursive: true });
      const file = bookFolder(path).closed(1, 0);
      const db = new DatabaseSync(file);
      db.exec("DELETE FROM columns WHERE name = 'meta'");
      db.close();
      const reader = openReader({ path, create: false });
      for (let n = 0; n < 3; n++) {
        const search = reader.search({ terms: [], limit: 5000, cursor: null });
        expect(() => {
          while (!search.next(true).done);
        }).toThrow(file);
        expect(openFiles(path).filter((open) => open === file).length).toBeLessThanOrEqual(1);
      }
      reader.close();
      expect(openFiles(path)).toEqual([]);
    });

    test('a book that is deleted while it is opened', { timeout: 30_000 }, async () => {
      const path = join(temporary, 'deleted');
      const remover = spawn('sh', ['-c', 'while :; do rm -rf "$0"; done', path], { stdio: 'ignore' });
      const outcomes = { opened: 0, failed: 0 };
      try {
        while (outcomes.failed < 100 && outcomes.opened < 5000) {
          try {
            await openWriter({ path, create: true }).close();
            outcomes.opened++;
          } catch {
            outcomes.failed++;
          }
          expect(openFiles(path), JSON.stringify(outcomes)).toEqual([]);
        }
      } finally {
        remover.kill('SIGKILL');
        await once(remover, 'close');
      }
      expect(outcomes.failed).toBeGreaterThan(0);
    });
  },
);
