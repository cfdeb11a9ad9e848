import type { Comparison } from '../../../compare/compare-profiles.ts';
import { NOTHING_DIFFERS } from '../../../compare/difference.ts';
import { neverWorkedText, type SinceItWorked } from '../../../compare/since-it-worked.ts';
import { sampleText, type UsualDuration } from '../../../compare/usual-duration.ts';
import { relativeTime } from '../../../format/relative-time.ts';
import { formatDuration } from '../../../format/units.ts';
import { visibleText } from '../../../format/visible-text.ts';
import type { Profile } from '../../../profile/profile.ts';
import type { Seq } from '../../../profile/token.ts';
import type { ProfileView } from '../../../report/profile/profile-view.ts';
import type { SameErrors } from '../../../report/profile/related.ts';
import { compareHref } from '../compare/compare-form.tsx';
import { TimeText } from '../entry-values.tsx';
import { zoneQuery } from '../search-links.ts';
import { DifferenceLines } from './difference-lines.tsx';
import { SameErrorsText } from './same-errors-text.tsx';

/** What a profile is compared with on its page. */
export type Reference =
  | ({ readonly about: 'failure'; readonly same: SameErrors | null } & SinceItWorked)
  | ({ readonly about: 'duration' } & UsualDuration)
  | { readonly about: 'nothing'; readonly reason: string };

/** More differences are on the Compare page. The page reserves the space of this many lines. */
const MAX_LINES = 4;

type View = Pick<ProfileView, 'base' | 'profile' | 'tokens' | 'zone' | 'now'>;

/** When it last worked, or how long it usually takes, and what differs. */
export function Since({ reference, view }: { reference: Reference; view: View }) {
  if (reference.about === 'nothing') return <p class="none">{visibleText(reference.reason)}</p>;
  if (reference.about === 'duration') return <Usual usual={reference} view={view} />;
  return (
    <>
      <SinceWorked since={reference} view={view} />
      {reference.same && <SameErrorsText found={reference.same} view={view} />}
    </>
  );
}

function SinceWorked({ since, view }: { since: SinceItWorked; view: View }) {
  if (since.outcome === 'found') return <LastWorked found={since} view={view} />;
  const text = neverWorkedText(since, view.zone);
  if (since.outcome === 'unknown') return <p>{text} Reload the page to try again.</p>;
  return <p>{since.outcome === 'never' ? <strong>{text}</strong> : text}</p>;
}

type Found = Extract<SinceItWorked, { outcome: 'found' }>;

function LastWorked({ found: { last, compared, comparison }, view }: { found: Found; view: View }) {
  const { zone, now } = view;
  const isOther = compared.entry.seq !== last.seq;
  return (
    <>
      <p>
        <strong>Last worked</strong> {relativeTime(last.time, now)} (<TokenLink seq={last.seq} view={view} />
        ), <TimeText time={last.time} zone={zone} />.{' '}
        {isOther && (
          <>
            Since <TokenLink seq={compared.entry.seq} view={view} />, the newest with a detail:
          </>
        )}
        {!isOther && 'Since then:'}
      </p>
      <Found comparison={comparison} compared={compared} view={view} />
    </>
  );
}

function Usual({ usual, view }: { usual: UsualDuration; view: View }) {
  const { median, slower } = usual;
  const { entry } = view.profile;
  return (
    <>
      <p>
        Usually <strong>{formatDuration(median)}</strong>, {sampleText(usual, entry)}
        {slower ? (
          <>
            . This one took <strong>{formatDuration(entry.duration)}</strong>. Compared with{' '}
            <TokenLink seq={slower.compared.entry.seq} view={view} />, a usual one:
          </>
        ) : (
          '.'
        )}
      </p>
      {slower && <Found comparison={slower.comparison} compared={slower.compared} view={view} />}
    </>
  );
}

interface FoundProps {
  readonly comparison: Comparison;
  readonly compared: Profile;
  readonly view: View;
}

/** The first differences, and a link to all. */
function Found({ comparison: { differences }, compared, view }: FoundProps) {
  const { base, profile, tokens, zone } = view;
  const [a, b] = [tokens.tokenOf(compared.entry.seq), tokens.tokenOf(requestSeq(profile))];
  const all = <a href={compareHref({ base, a, b, zone })}>Compare</a>;
  return (
    <>
      {differences.length > 0 ? (
        <DifferenceLines differences={differences.slice(0, MAX_LINES)} />
      ) : (
        <p class="none">{NOTHING_DIFFERS}</p>
      )}
      <p class="since-more">
        {differences.length > MAX_LINES && `${differences.length - MAX_LINES} more. `}
        {missingDetail(profile, compared)}
        {all}
      </p>
    </>
  );
}

/** An error stage is compared as its request. */
function requestSeq({ entry: { kind, seq, parent } }: Profile): Seq {
  return kind === 'error' && parent !== null ? parent : seq;
}

function missingDetail(profile: Profile, compared: Profile): string {
  if (profile.detail && compared.detail) return '';
  const which = profile.detail ? 'that request' : 'this request';
  return `The detail of ${which} was not kept, so headers, queries and logs are not compared. `;
}

function TokenLink({ seq, view: { base, tokens, zone } }: { seq: Seq; view: View }) {
  const token = tokens.tokenOf(seq);
  return (
    <a class="token-link" href={`${base}/${token}${zoneQuery(zone)}`}>
      {token}
    </a>
  );
}
