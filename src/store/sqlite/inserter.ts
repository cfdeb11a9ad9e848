import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { prepareChange } from './prepare-change.ts';

/** So many rows go with one statement: half the cost of one each, and more gain little. */
const AT_ONCE = 8;

export interface Inserter {
  add(...row: SQLInputValue[]): void;
  /** Inserts what is left. */
  flush(): void;
  /** What is left is not wanted any more. */
  forget(): void;
}

export function createInserter(db: DatabaseSync, table: string, columns: number): Inserter {
  const row = `(${Array(columns).fill('?').join(', ')})`;
  const one = prepareChange(db, `INSERT INTO ${table} VALUES ${row}`);
  const many = prepareChange(db, `INSERT INTO ${table} VALUES ${Array(AT_ONCE).fill(row).join(', ')}`);
  let values: SQLInputValue[] = [];
  return {
    add(...added) {
      values.push(...added);
      if (values.length < AT_ONCE * columns) return;
      const full = values;
      values = [];
      many.run(...full);
    },
    flush() {
      const left = values;
      values = [];
      for (let i = 0; i < left.length; i += columns) one.run(...left.slice(i, i + columns));
    },
    forget() {
      values = [];
    },
  };
}
