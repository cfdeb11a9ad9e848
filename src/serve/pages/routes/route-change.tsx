import type { Child } from 'hono/jsx';
import { countText, shareText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { errorShare, failsMore, isSlower } from '../../../report/groups/route-change.ts';
import { percentileOf } from '../../../store/durations.ts';
import type { GroupFigures } from '../../../store/groups.ts';

/** What the figures of a route were in the period before, if they differ. */

interface ChangeProps {
  readonly now: GroupFigures;
  readonly before: GroupFigures | null;
}

export function RequestsBefore({ now, before }: ChangeProps) {
  if (before === null) return null;
  if (before.requests === 0) return <small>new</small>;
  return before.requests === now.requests ? null : <Was>{countText(before.requests)}</Was>;
}

export function ErrorsBefore({ now, before }: ChangeProps) {
  if (before === null || before.requests === 0) return null;
  const [text, was] = [shareText(errorShare(now)), shareText(errorShare(before))];
  return text === was ? null : <Was isWorse={failsMore(now, before)}>{was}</Was>;
}

export function P90Before({ now, before }: ChangeProps) {
  const was = before && percentileOf(before.durations, 0.9);
  if (before === null || was === null) return null;
  const [text, wasText] = [formatDuration(percentileOf(now.durations, 0.9) ?? 0), formatDuration(was)];
  return text === wasText ? null : <Was isWorse={isSlower(now, before)}>{wasText}</Was>;
}

function Was({ isWorse = false, children }: { isWorse?: boolean; children?: Child }) {
  return (
    <small class={isWorse ? 'worse' : undefined}>
      {isWorse && '▲ '}was {children}
    </small>
  );
}
