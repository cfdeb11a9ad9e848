import type { Comparison } from '../../../compare/compare-profiles.ts';
import {
  type Difference,
  differenceText,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
  NOTHING_DIFFERS,
} from '../../../compare/difference.ts';
import {
  ALIKE_NOTES,
  lastWorkedText,
  neverWorkedText,
  type SinceItWorked,
} from '../../../compare/since-it-worked.ts';
import { sampleText, type UsualDuration } from '../../../compare/usual-duration.ts';
import { countText } from '../../../format/count-text.ts';
import { formatDuration } from '../../../format/units.ts';
import { oneLine, visibleText } from '../../../format/visible-text.ts';
import type { Profile } from '../../../profile/profile.ts';
import type { Seq } from '../../../profile/token.ts';
import type { ProfileView } from '../../../report/profile/profile-view.ts';
import type { SameErrors } from '../../../report/profile/related.ts';
import { compareHref } from '../compare-page.tsx';
import { OptionalLink, TimeText } from '../entry-values.tsx';
import { newSearch, zoneQuery } from '../search-links.ts';

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

function LastWorked({ found, view }: { found: Found; view: View }) {
  const { last, compared, comparison, alike } = found;
  const { text, isLast } = lastWorkedText(found, view.profile.entry);
  return (
    <>
      <p>
        <strong>Last worked</strong> {text} (<TokenLink seq={last.seq} view={view} />
        ). Compared with {isLast ? 'it' : <TokenLink seq={compared.entry.seq} view={view} />}
        {ALIKE_NOTES[alike]}:
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
        Usually <strong>{formatDuration(median)}</strong> {sampleText(usual)}
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

interface SameErrorsTextProps {
  readonly found: SameErrors;
  readonly view: Pick<ProfileView, 'base' | 'profile' | 'zone'>;
}

/** How often the same error was recorded, with a link to all of them, and when for the first and for the last time. */
export function SameErrorsText({ found: { count, first, last }, view }: SameErrorsTextProps) {
  const { base, profile, zone } = view;
  const { matches, capped } = count;
  const text = `${countText(matches)}${capped ? '+' : ''} ${matches === 1 && !capped ? 'time' : 'times'}`;
  const href = newSearch(base, zone).setFilter('error', profile.entry.errorGroup);
  return (
    <p class="same-errors">
      Same error: <OptionalLink href={href}>{text}</OptionalLink>
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

const SIGNS = { '+': 'Added', '-': 'Missing', '*': 'Changed' } as const;

/** Differences, each in one line. */
function DifferenceLines({ differences }: { differences: readonly Difference[] }) {
  return (
    <ul class="differences">
      {differences.map((difference) => {
        const { sign, subject, name, text, was } = differenceText(difference);
        return (
          <li>
            <span class="sign" title={SIGNS[sign]}>
              {sign === '-' ? '−' : sign}
            </span>{' '}
            {subject} {name !== '' && <code>{oneLine(name, MAX_NAME_LENGTH)}</code>}{' '}
            <span class={text.startsWith('failed') ? 'failure' : undefined}>
              {oneLine(text, MAX_TEXT_LENGTH)}
            </span>{' '}
            {was !== '' && <span class="was">(was {oneLine(was, MAX_TEXT_LENGTH)})</span>}
          </li>
        );
      })}
    </ul>
  );
}
