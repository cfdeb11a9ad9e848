import { countText } from '../../../format/count-text.ts';
import type { ProfileView } from '../../../report/profile/profile-view.ts';
import type { SameErrors } from '../../../report/profile/related.ts';
import { TimeText } from '../entry-values.tsx';
import { searchLinks } from '../search-links.ts';

interface SameErrorsTextProps {
  readonly found: SameErrors;
  readonly view: Pick<ProfileView, 'base' | 'profile' | 'zone'>;
}

/** How often the same error was recorded, with a link to all of them, and when for the first and for the last time. */
export function SameErrorsText({ found: { count, first, last }, view }: SameErrorsTextProps) {
  const { base, profile, zone } = view;
  const { matches, capped } = count;
  const text = `${countText(matches)}${capped ? '+' : ''} ${matches === 1 && !capped ? 'time' : 'times'}`;
  const href = searchLinks({ base, text: '', terms: [], zone }).setFilter('error', profile.entry.errorGroup);
  return (
    <p class="same-errors">
      Same error: {href === null ? text : <a href={href}>{text}</a>}
      {first !== null && (
        <>
          , first seen <TimeText time={first} zone={zone} />
        </>
      )}
      {last !== null && (
        <>
          , last seen <TimeText time={last} zone={zone} />
        </>
      )}
      .{first === null && ' The search for the first one reached its time limit.'}
    </p>
  );
}
