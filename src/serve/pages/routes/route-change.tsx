import type { Child } from 'hono/jsx';
import { countText, shareText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import {
  errorShare,
  failsMore,
  isEnough,
  isEnoughTimed,
  isSlower,
} from '../../../report/groups/route-change.ts';
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
  return isEnough(now, before) && before.requests !== now.requests ? (
    <Was>{countText(before.requests)}</Was>
  ) : null;
}

export function ErrorsBefore({ now, before }: ChangeProps) {
  if (before === null || !isEnough(now, before)) return null;
  const [text, was] = [shareText(errorShare(now)), shareText(errorShare(before))];
  return text === was ? null : <Was isWorse={failsMore(now, before)}>{was}</Was>;
}

export function P90Before({ now, before }: ChangeProps) {
  if (before === null || !isEnoughTimed(now, before)) return null;
  const was = percentileOf(before.durations, 0.9);
  if (was === null) return null;
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
