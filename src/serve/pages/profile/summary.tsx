import type { Child } from 'hono/jsx';
import { countText } from '../../../format/count-text.ts';
import { emptyReason } from '../../../report/profile/empty-reason.ts';
import type { ProfileView } from '../../../report/profile/profile-view.ts';
import { slowestQueries, tellingCalls, tellingLogs } from '../../../report/profile/summary.ts';
import { ClientBefore } from '../../panels/client.tsx';
import { Facts } from '../../panels/facts.tsx';
import { Logs } from '../../panels/logs.tsx';
import { SpanTable } from '../../panels/span-table.tsx';
import { Waterfall } from '../../panels/timeline.tsx';

/** The timeline panel has all rows. */
const MAX_ROWS = 16;

interface SummaryProps {
  readonly view: ProfileView;
  /** The address of another panel. */
  readonly href: (id: string) => string;
}

/** The most relevant part of each panel. */
export function Summary({ view, href }: SummaryProps) {
  const { profile } = view;
  const { phases, spans = [] } = profile.detail ?? {};
  const { title, lines } = tellingLogs(profile);
  const outgoing = tellingCalls(profile);
  return (
    <>
      <ClientBefore {...view} />
      {!profile.detail && <p class="warning">{emptyReason(profile, '')}</p>}
      {(phases || spans.length > 0) && (
        <Part title="Timeline" href={href('timeline')}>
          <Waterfall view={view} maxRows={MAX_ROWS} />
        </Part>
      )}
      <SlowestQueries view={view} href={href} />
      {outgoing.calls.length > 0 && (
        <Part title={outgoing.title} href={href('outgoing')}>
          <SpanTable spans={outgoing.calls} nameLabel="Request" outcomeLabel="Response" />
        </Part>
      )}
      {lines.length > 0 && (
        <Part title={title} href={href('logs')}>
          <Logs lines={lines} />
        </Part>
      )}
      <Facts {...view} />
    </>
  );
}

function SlowestQueries({ view: { profile }, href }: SummaryProps) {
  const { queries, more } = slowestQueries(profile);
  if (queries.length === 0) return null;
  return (
    <Part title={more ? 'Slowest queries' : 'Queries'} href={href('queries')}>
      <table class="list brief">
        <tbody>
          {queries.map(({ time, count, statement, failure, isRepeated, caller, wait }) => (
            <tr>
              <td class="figure">{time}</td>
              <td class="figure">{count > 1 && `${countText(count)}×`}</td>
              <td class="mono">
                {statement} {isRepeated && <span class="failure">N+1 query</span>}{' '}
                {failure !== '' && <span class="failure">{failure}</span>}{' '}
                {caller !== '' && <span class="initiator">{caller}</span>}{' '}
                {wait !== '' && <span class="failure">{wait}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

/** An excerpt of a panel. Its heading opens the panel. */
function Part({ title, href, children }: { title: string; href: string; children?: Child }) {
  return (
    <section class="part" aria-label={title}>
      <h2>
        <a href={href}>{title}</a>
      </h2>
      {children}
    </section>
  );
}
