import { countText } from '../../../format/count-text.ts';
import type { DropReason } from '../../../profile/entry.ts';
import type { RecordingStats } from '../../recording-stats.ts';

const REASONS: Readonly<Record<string, string>> = {
  memory: 'over the memory limit',
  budget: 'over the recording budget',
  disk: 'because the disk was full',
  refused: 'refused by the store',
  closed: 'after the book was closed',
  spool: 'because the spool was full',
} satisfies Readonly<Record<DropReason, string>>;

/** Says how many requests are missing, because the list would look complete otherwise. */
export function MissingRequests({ dropped, drops, faults, held, spooled = 0 }: RecordingStats) {
  if (dropped === 0 && faults === 0) return null;
  const reasons = Object.entries(drops)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${countText(count)} ${REASONS[reason] ?? reason}`);
  if (faults > 0) reasons.push(`${faults} not recorded because of an error`);
  return (
    <p class="not-recorded" role="status">
      {countText(dropped + faults)} requests since this process started are missing from the book:{' '}
      {reasons.join(', ')}.{held + spooled > 0 && ` ${held + spooled} more are waiting to be written.`} Your
      app is not affected.
    </p>
  );
}
