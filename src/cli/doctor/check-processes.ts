import { dirname } from 'node:path';
import { countOf, countText } from '../../format/count-text.ts';
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
  spool: 'The collector was gone for too long: raise spool.bytes.',
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
        `The disk of the book is read-only: ${countOf(reports.length, 'process')} can't store requests, or say how many wait.`,
        'Make it writable, or move the book.',
      ),
    ];
  return reports.flatMap(({ process, pid, stats }) => {
    const name = `${process.service || 'process'} ${pid}`;
    const { recorded, stored, held, drops, faults } = stats;
    const written = `has recorded ${countText(recorded)} and stored ${countText(stored)} profiles`;
    const findings = [ok('process', `${name} ${written}; ${countText(held)} wait`)];
    for (const [reason, count] of Object.entries(drops)) {
      const text = `${name} has dropped ${countText(count)} profiles (${reason}).`;
      if (count > 0) findings.push(problem('dropped', text, NEXT[reason] ?? 'See docs/reliability.md.'));
    }
    if (faults > 0) {
      const text = `${name} could not record ${countText(faults)} requests because of errors in Gatebook.`;
      findings.push(problem('dropped', text, 'stderr of the app has the first one: please report it.'));
    }
    return findings;
  });
}
