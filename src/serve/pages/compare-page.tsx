import { compareProfiles } from '../../compare/compare-profiles.ts';
import {
  type Difference,
  missingDetailText,
  NOISE,
  NOTHING_DIFFERS,
  noiseText,
} from '../../compare/difference.ts';
import { countOf, countText } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Token, Tokens } from '../../profile/token.ts';
import { CutText } from '../panels/cut-text.tsx';
import { ProfileLink, StatusBadge, TimeText } from './entry-values.tsx';
import { Layout, type Site } from './layout.tsx';
import { TableHead } from './table-cells.tsx';

/** The two profiles to compare, and the time zone that the reader chose. */
export interface ComparedTokens {
  readonly a: string;
  readonly b: string;
  readonly zone: string;
}

export function compareHref({ base, a, b, zone }: ComparedTokens & { readonly base: string }): string {
  return `${base}/compare?${new URLSearchParams({ a, b, ...(zone !== 'UTC' && { tz: zone }) })}`;
}

function CompareForm({ base, a, b, zone }: ComparedTokens & { readonly base: string }) {
  return (
    <form class="compare-form" action={`${base}/compare`} method="get">
      <label>
        Token A <input name="a" value={a} required spellcheck={false} autocomplete="off" />
      </label>
      <label>
        Token B <input name="b" value={b} required spellcheck={false} autocomplete="off" />
      </label>
      <ZoneInput zone={zone} />
      <button type="submit">Compare</button>
    </form>
  );
}

/** Sends the chosen time zone with a form. */
export function ZoneInput({ zone }: { zone: string }) {
  return zone === 'UTC' ? null : <input type="hidden" name="tz" value={zone} />;
}

/** One of the two compared profiles. */
export interface Side {
  readonly token: Token;
  readonly profile: Profile;
}

const TITLE = 'Compare profiles';
const MAX_LENGTH = 600;
/** A duration this many times the other one is marked. */
const SLOW_FACTOR = 2;

interface ComparePageProps {
  readonly a: Side;
  readonly b: Side;
  readonly tokens: Tokens;
  readonly zone: string;
}

/** Two profiles side by side: what differs and can matter, most relevant first. The rest is collapsed. */
export function ComparePage({ a, b, tokens, zone, ...site }: Site & ComparePageProps) {
  const { base } = site;
  const { differences, noise, identical } = compareProfiles(a.profile, b.profile, { why: 'chosen' });
  const { length } = differences;
  return (
    <Layout {...site} zone={zone} title={`${TITLE} ${a.token} ${b.token}`}>
      <h1>{TITLE}</h1>
      <div class="sides">
        <SideCard base={base} name="A" side={a} other={b} zone={zone} />
        <SideCard base={base} name="B" side={b} other={a} zone={zone} />
      </div>
      <div class="count-line">
        <p class="count">{length === 0 ? 'No differences' : countOf(length, 'difference')}</p>
        <a href={compareHref({ base, a: b.token, b: a.token, zone })}>Swap A and B</a>
        <details class="menu drop others">
          <summary>Compare others</summary>
          <div class="panel">
            <CompareForm base={base} a={a.token} b={b.token} zone={zone} />
          </div>
        </details>
      </div>
      {missingDetailText([a.profile, b.profile], tokens).map((text) => (
        <p class="warning">{text}</p>
      ))}
      <section id="differences" class="panel" aria-labelledby="differences-heading">
        <h2 id="differences-heading">What differs</h2>
        {length > 0 ? (
          <PairTable pairs={differences} caption="Differences, the most relevant first" />
        ) : (
          <p class="empty">{NOTHING_DIFFERS}</p>
        )}
      </section>
      <Folded id="noise" pairs={noise} summary={noiseText(noise.length)} />
      <Folded id="identical" pairs={identical} summary={`${countText(identical.length)} identical`} />
    </Layout>
  );
}

/** Values that rarely matter. */
function Folded({ id, pairs, summary }: { id: string; pairs: readonly Difference[]; summary: string }) {
  if (pairs.length === 0) return null;
  return (
    <section id={id} aria-label={summary}>
      <details>
        <summary>{summary}</summary>
        <PairTable pairs={pairs} caption={summary} />
      </details>
    </section>
  );
}

/** The form for two tokens, with the errors of the last attempt. */
export function ComparePrompt({
  a,
  b,
  zone,
  mistakes,
  ...site
}: Site & ComparedTokens & { mistakes: readonly string[] }) {
  return (
    <Layout {...site} zone={zone} title={TITLE}>
      <h1>{TITLE}</h1>
      <CompareForm base={site.base} a={a} b={b} zone={zone} />
      {mistakes.length > 0 && (
        <div role="alert">
          <ul class="mistakes">
            {mistakes.map((mistake) => (
              <li>{visibleText(mistake)}</li>
            ))}
          </ul>
        </div>
      )}
      <p class="empty">Enter the tokens of two profiles. The search results show them in the last column.</p>
    </Layout>
  );
}

interface SideCardProps {
  readonly base: string;
  readonly name: string;
  readonly side: Side;
  readonly other: Side;
  readonly zone: string;
}

/** One of the two: which request it is, and how long it took. */
function SideCard({ base, name, side: { token, profile }, other, zone }: SideCardProps) {
  const { status, method, url, time, duration, user, release } = profile.entry;
  const isSlow = duration >= SLOW_FACTOR * other.profile.entry.duration;
  return (
    <section class="card" aria-label={name}>
      <p>
        <span class="side">{name}</span> <StatusBadge status={status} /> {visibleText(method)}{' '}
        <code>
          <CutText text={url} maxLength={MAX_LENGTH} />
        </code>
      </p>
      <p>
        <strong class={isSlow ? 'figure s4' : 'figure'}>{formatDuration(duration)}</strong>{' '}
        <ProfileLink base={base} token={token} zone={zone} /> · <TimeText time={time} zone={zone} exact />{' '}
        {[zone, user, release]
          .filter((value) => value !== '')
          .map(visibleText)
          .join(' · ')}
      </p>
    </section>
  );
}

function PairTable({ pairs, caption }: { pairs: readonly Difference[]; caption: string }) {
  return (
    <table class="pairs">
      <caption>{caption}</caption>
      <TableHead names={['Name', 'A', 'B']} />
      <tbody>
        {pairs.map(({ subject, name, a, b, outcome, weight }) => (
          <tr class={weight > NOISE ? 'differs' : undefined}>
            <th scope="row">
              {subject}{' '}
              {name !== '' && (
                <span class="compared-name">
                  <CutText text={name} maxLength={MAX_LENGTH} lines />
                </span>
              )}
            </th>
            <Value text={a} />
            <Value text={b} absent={outcome} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `absent` says why there is no value. */
function Value({ text, absent = 'none' }: { text: string | null; absent?: string | undefined }) {
  return (
    <td>
      {text === null ? (
        <span class="none">{absent}</span>
      ) : (
        <CutText text={text} maxLength={MAX_LENGTH} lines />
      )}
    </td>
  );
}
