import { dirname } from 'node:path';
import { readReports, reportsFolder } from '../../process/process-reports.ts';
import type { DropReason } from '../../profile/entry.ts';
import { isReadOnlyDisk } from '../../store/sqlite/files/disk-space.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** What to do about requests that were dropped for this reason. */
const NEXT: Readonly<Record<string, string>> = {
  memory: 'Writing is too slow for the load: check the disk, or raise budget.memory.',
  budget:
    'More was recorded than budget.bytesPerSecond allows: raise it, or ignore paths that you do not need.',
  disk: 'The disk is full: make room, or lower keep.bytes.',
  refused: 'The storage refused profiles: stderr of the app has the reason.',
  closed: 'The app went on after book.close(): close the book last.',
} satisfies Readonly<Record<DropReason, string>>;

/** The processes that record into the book now, and what they had to drop. */
export async function checkProcesses(storage: string): Promise<readonly Finding[]> {
  const folder = reportsFolder(storage);
  if (folder === null) return [];
  const reports = await readReports(folder, '');
  const isReadOnly = isReadOnlyDisk(dirname(folder));
  if (reports.length === 0)
    return [
      note(
        'process',
        `No process records into this book now.${isReadOnly ? ' Its disk is read-only.' : ''}`,
        'Start the app. If it runs, it records elsewhere, or not at all.',
      ),
    ];
  if (isReadOnly)
    return [
      problem(
        'disk',
        `The disk of the book is read-only: ${reports.length} ${reports.length === 1 ? 'process' : 'processes'} can't store requests, or say how many wait.`,
        'Make it writable, or move the book.',
      ),
    ];
  return reports.flatMap(({ process, pid, stats }) => {
    const name = `${process.service || 'process'} ${pid}`;
    const { recorded, stored, held, dropped, drops, faults } = stats;
    const count = (number: number) => number.toLocaleString('en');
    const reasons = Object.entries(drops).filter(([, number]) => number > 0);
    return [
      ok(
        'process',
        `${name} has recorded ${count(recorded)} and stored ${count(stored)} profiles; ${count(held)} wait`,
      ),
      ...(dropped > 0 && reasons.length === 0
        ? [
            problem(
              'dropped',
              `${name} has dropped ${count(dropped)} profiles.`,
              'See stats().drops of the app.',
            ),
          ]
        : []),
      ...reasons.map(([reason, number]) =>
        problem(
          'dropped',
          `${name} has dropped ${count(number)} profiles (${reason}).`,
          NEXT[reason] ?? 'See docs/reliability.md.',
        ),
      ),
      ...(faults > 0
        ? [
            problem(
              'dropped',
              `${name} could not record ${count(faults)} requests because of errors in Gatebook.`,
              'stderr of the app has the first one: please report it.',
            ),
          ]
        : []),
    ];
  });
}
