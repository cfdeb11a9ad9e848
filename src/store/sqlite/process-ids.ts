import type { DatabaseSync } from 'node:sqlite';
import type { ProcessInfo } from '../../profile/entry.ts';
import { OTHER } from '../other-value.ts';
import { fromProcessRow, rowOfData, toProcessRow } from './rows.ts';

/** The fields that fold, in this order, once a segment has too many processes. An app that restarts often has many. */
const FOLDED = ['instance', 'release', 'service'] as const;

/** Finds the ids of processes in a live segment, and adds new ones up to the limit of a segment. */
export interface ProcessIds {
  idOf(entry: ProcessInfo): number;
  /** Another process may have added itself: look again before the next one is added. */
  expire(): void;
  /** The transaction was rolled back: forget what it has added. */
  clear(): void;
}

export function createProcessIds(db: DatabaseSync, limit: number): ProcessIds {
  const selectNew = db.prepare('SELECT id, data FROM processes WHERE id > ? ORDER BY id');
  const insert = db.prepare('INSERT INTO processes VALUES (?, ?)');
  const ids = new Map<string, number>();
  let lastId = 0;
  let isCurrent = false;

  function add(process: ProcessInfo, id: number): void {
    ids.set(keyOf(process), id);
    lastId = id;
  }

  function addNew({ service, instance, release }: ProcessInfo): number {
    if (!isCurrent) {
      isCurrent = true;
      for (const [id, row] of selectNew.all(lastId).map(rowOfData)) add(fromProcessRow(row), id);
    }
    const process = { service, instance, release };
    for (let folded = 0; ; folded++) {
      const id = ids.get(keyOf(process));
      if (id !== undefined) return id;
      const field = FOLDED[folded];
      // Each field that was folded leaves a little more room, so that the remaining ones fold later.
      if (field === undefined || ids.size < limit * (1 + folded / FOLDED.length)) break;
      if (process[field] !== '') process[field] = OTHER;
    }
    const id = lastId + 1;
    insert.run(id, JSON.stringify(toProcessRow(process)));
    add(process, id);
    return id;
  }

  return {
    idOf: (entry) => ids.get(keyOf(entry)) ?? addNew(entry),
    expire() {
      isCurrent = false;
    },
    clear() {
      ids.clear();
      lastId = 0;
      isCurrent = false;
    },
  };
}

function keyOf({ service, instance, release }: ProcessInfo): string {
  return `${service}\0${instance}\0${release}`;
}
