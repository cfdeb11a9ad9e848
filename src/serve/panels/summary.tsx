import type { Child } from 'hono/jsx';
import { oneLine } from '../../format/one-line.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { ClientRequestTable } from './client.tsx';
import { emptyReason } from './empty-reason.ts';
import { CauseChain } from './exception.tsx';
import { Facts } from './facts.tsx';
import { Logs } from './logs.tsx';
import type { ProfileView } from './profile-view.ts';
import { queryGroups } from './query-groups.ts';
import { Waterfall } from './timeline.tsx';

/** The panels have the rest. */
const MAX_ROWS = 16;
const MAX_QUERIES = 5;
const MAX_LOGS = 5;
const MAX_STATEMENT_LENGTH = 160;

interface SummaryProps {
  readonly view: ProfileView;
  /** The address of another panel. */
  readonly href: (id: string) => string;
}

/** The most relevant part of each panel. */
export function Summary({ view, href }: SummaryProps) {
  const { profile } = view;
  const { exception, phases, spans = [], logs = [] } = profile.detail ?? {};
  return (
    <>
      {exception && (
        <p class="exception">
          <CauseChain exception={exception} /> <a href={href('exception')}>Stack</a>
        </p>
      )}
      <Facts {...view} />
      {!profile.detail && <p class="warning">{emptyReason(profile, '')}</p>}
      {(phases || spans.length > 0) && (
        <Part title="Timeline" href={href('timeline')}>
          <Waterfall view={view} maxRows={MAX_ROWS} />
        </Part>
      )}
      <SlowestQueries view={view} href={href} />
      {logs.length > 0 && (
        <Part
          title={logs.length > MAX_LOGS ? `Last ${MAX_LOGS} of ${logs.length} log lines` : 'Logs'}
          href={href('logs')}
        >
          <Logs lines={logs.slice(-MAX_LOGS)} />
        </Part>
      )}
      <ClientRequestTable {...view} />
    </>
  );
}

function SlowestQueries({ view: { profile }, href }: SummaryProps) {
  const groups = queryGroups(profile.detail?.spans ?? []);
  if (groups.length === 0) return null;
  return (
    <Part title={groups.length > MAX_QUERIES ? 'Slowest queries' : 'Queries'} href={href('queries')}>
      <table class="list brief">
        <tbody>
          {groups.slice(0, MAX_QUERIES).map(({ statement, count, total, open, failed, callers }) => (
            <tr>
              <td class="figure">{open === count ? 'not finished' : formatDuration(total)}</td>
              <td class="figure">{count > 1 && `${count.toLocaleString('en')}×`}</td>
              <td class="mono">
                {oneLine(statement, MAX_STATEMENT_LENGTH)}{' '}
                {failed > 0 && (
                  <span class="failure">{failed === count ? 'failed' : `${failed} failed`}</span>
                )}{' '}
                {callers[0] && <span class="initiator">{visibleText(callers[0].text)}</span>}
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
