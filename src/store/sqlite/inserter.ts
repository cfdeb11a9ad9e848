import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { prepareWrite } from './prepare-write.ts';

/** Eight rows per statement cost half as much as one; more than eight gain little. */
const ROWS_PER_STATEMENT = 8;

export interface Inserter {
  add(...row: SQLInputValue[]): void;
  /** Inserts the rows that are still buffered. */
  flush(): void;
  /** Drops the rows that are still buffered. */
  discard(): void;
}

/** Inserts rows into a table, several per statement. */
export function createInserter(db: DatabaseSync, table: string, columns: number): Inserter {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  const one = prepareWrite(db, `INSERT INTO ${table} VALUES ${row}`);
  const many = prepareWrite(
    db,
    `INSERT INTO ${table} VALUES ${Array(ROWS_PER_STATEMENT).fill(row).join(', ')}`,
  );
  let values: SQLInputValue[] = [];
  return {
    add(...row) {
      values.push(...row);
      if (values.length < ROWS_PER_STATEMENT * columns) return;
      const full = values;
      values = [];
      many.run(...full);
    },
    flush() {
      const rest = values;
      values = [];
      for (let i = 0; i < rest.length; i += columns) one.run(...rest.slice(i, i + columns));
    },
    discard() {
      values = [];
    },
  };
}
