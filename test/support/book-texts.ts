import { existsSync, readFileSync } from 'node:fs';
import { constants, zstdDecompressSync } from 'node:zlib';
import { filesOf, readDatabase } from './read-book.ts';

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Every text in the files of a book that is not written to: as it is, and decompressed. */
export function textsOfBook(path: string): string[] {
  const files = filesOf(path);
  // All files first: to open a database may delete its log.
  const contents = files.flatMap(readIfPresent);
  return [
    ...contents.map((bytes) => bytes.toString('latin1')),
    ...contents.flatMap(leftoversIn),
    ...files.filter((file) => file.endsWith('.db') && existsSync(file)).flatMap(blobsOf),
  ];
}

/** Closing may delete a file in the meantime. */
function readIfPresent(file: string): Buffer[] {
  try {
    return [readFileSync(file)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** What can be read of compressed texts anywhere in a file, also where a database has freed the page. */
function leftoversIn(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let at = bytes.indexOf(ZSTD_MAGIC); at !== -1; at = bytes.indexOf(ZSTD_MAGIC, at + 1))
    for (const length of [256, 512, 1024, 2048, 4096]) {
      try {
        const options = { finishFlush: constants.ZSTD_e_flush };
        texts.push(zstdDecompressSync(bytes.subarray(at, at + length), options).toString('latin1'));
      } catch {
        // Cut off in the middle of a block.
      }
    }
  return texts;
}

/** All blobs of a database, decompressed. */
function blobsOf(file: string): string[] {
  return readDatabase(file, (db) =>
    db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .flatMap(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all())
      .flatMap((row) => Object.values(row))
      .filter((value) => value instanceof Uint8Array)
      .filter((value) => Buffer.from(value).indexOf(ZSTD_MAGIC) === 0)
      .map((value) => zstdDecompressSync(value).toString('latin1')),
  );
}
