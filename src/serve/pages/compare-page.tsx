import { visibleText } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Token } from '../../profile/token.ts';
import { CutText } from '../panels/cut-text.tsx';
import { type ComparedSection, compareProfiles, type Pair } from '../panels/differences.ts';
import { type ComparedTokens, CompareForm, compareHref } from './compare-form.tsx';
import { statusClass, TimeText } from './entry-values.tsx';
import { Layout, type Site } from './layout.tsx';
import { zoneQuery } from './search-links.ts';

/** One of the two compared profiles. */
export interface Side {
  readonly token: Token;
  readonly profile: Profile;
}

const TITLE = 'Compare profiles';
const MAX_LENGTH = 600;

/** Two profiles side by side. Identical values are collapsed. */
export function ComparePage({ a, b, zone, ...site }: Site & { a: Side; b: Side; zone: string }) {
  const { base } = site;
  const sections = compareProfiles(a.profile, b.profile);
  const differing = sections.reduce((sum, { pairs }) => sum + pairs.filter(({ equal }) => !equal).length, 0);
  return (
    <Layout {...site} zone={zone} title={`${TITLE} ${a.token} ${b.token}`}>
      <h1>{TITLE}</h1>
      <CompareForm base={base} a={a.token} b={b.token} zone={zone} />
      <dl class="sides">
        <SideLine base={base} name="A" side={a} zone={zone} />
        <SideLine base={base} name="B" side={b} zone={zone} />
      </dl>
      <p class="count">
        {differing === 0 ? 'No differences' : differing === 1 ? '1 difference' : `${differing} differences`}{' '}
        <a href={compareHref({ base, a: b.token, b: a.token, zone })}>Swap A and B</a>{' '}
        {/* The script adds a link to the browser's time zone. */}
        <span class="zone" />
      </p>
      <MissingDetail sides={[a, b]} />
      {sections.map((section) => (
        <SectionView section={section} />
      ))}
    </Layout>
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

interface SideLineProps {
  readonly base: string;
  readonly name: string;
  readonly side: Side;
  readonly zone: string;
}

function SideLine({ base, name, side: { token, profile }, zone }: SideLineProps) {
  const { status, method, url, time } = profile.entry;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <a href={`${base}/${token}${zoneQuery(zone)}`}>{token}</a>{' '}
        <span class={statusClass(status)}>{status}</span> {visibleText(method)}{' '}
        <code>
          <CutText text={url} maxLength={MAX_LENGTH} />
        </code>{' '}
        <TimeText time={time} zone={zone} exact /> {zone}
      </dd>
    </div>
  );
}

/** Without detail nothing differs, so the page must say that it could not compare. */
function MissingDetail({ sides }: { sides: readonly Side[] }) {
  const without = sides.filter(({ profile }) => profile.detail === null);
  if (without.length === 0) return null;
  return (
    <p class="warning">
      {without.map(({ token }) => token).join(' and ')} {without.length === 1 ? 'has' : 'have'} no detail in
      the book, so headers, queries, logs and notes cannot be compared.
    </p>
  );
}

function SectionView({ section: { id, title, pairs } }: { section: ComparedSection }) {
  const differing = pairs.filter(({ equal }) => !equal);
  const equal = pairs.filter((pair) => pair.equal && (pair.a !== null || pair.b !== null));
  return (
    <section id={id} class={pairs.length > 0 ? 'panel' : 'panel bare'} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>
        {title}
        {differing.length > 0 && <span class="tab-count">{differing.length} different</span>}
      </h2>
      {differing.length === 0 && (
        <p class="empty">{equal.length === 0 ? 'Neither profile has any.' : 'No differences.'}</p>
      )}
      {differing.length > 0 && <PairTable pairs={differing} caption={`${title}: differences`} />}
      {equal.length > 0 && (
        <details>
          <summary>{equal.length} identical</summary>
          <PairTable pairs={equal} caption={`${title}: identical`} />
        </details>
      )}
    </section>
  );
}

function PairTable({ pairs, caption }: { pairs: readonly Pair[]; caption: string }) {
  return (
    <table class="pairs">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ name, a, b, equal, change }) => (
          <tr class={equal ? undefined : 'differs'}>
            <th scope="row">
              {!equal && (
                <span class="sign" title="Different">
                  ≠{' '}
                </span>
              )}
              <CutText text={name} maxLength={MAX_LENGTH} lines />
            </th>
            <Value text={a} />
            <Value text={b} change={change} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text, change }: { text: string | null; change?: string | undefined }) {
  return (
    <td>
      {text === null ? <span class="none">none</span> : <CutText text={text} maxLength={MAX_LENGTH} lines />}
      {change !== undefined && <span class="change"> {change}</span>}
    </td>
  );
}
