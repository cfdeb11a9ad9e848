import { visibleText } from '../../../format/visible-text.ts';
import { processEndText } from '../../../report/profile/process-end.ts';
import type { ProfileView } from '../../../report/profile/profile-view.ts';
import { firstExcerpts } from '../../../report/profile/source-lines.ts';
import { thrownAt } from '../../../report/profile/summary.ts';
import { CauseChain, Source } from '../../panels/exception.tsx';
import { ProfileLink } from '../entry-values.tsx';

interface WhatFailedProps {
  readonly view: Pick<ProfileView, 'base' | 'profile' | 'sources' | 'tokens' | 'zone' | 'processEnd'>;
  /** The address of a panel. */
  readonly href: (id: string) => string;
}

/** Lines of source above and below the failing one. The panel has more. */
const AROUND = 2;

/** The exception with the line that threw it, and the end of the process. */
export function WhatFailed({ view, href }: WhatFailedProps) {
  const { base, profile, sources, tokens, zone, processEnd } = view;
  const exception = profile.detail?.exception;
  if (!exception && !processEnd) return null;
  const [source] = exception
    ? [...firstExcerpts(exception, sources).values()].flatMap((all) => [...all.values()])
    : [];
  return (
    <div class="what-failed">
      {exception && (
        <section class="card" aria-label="Exception">
          <header>
            <p class="exception">
              <CauseChain exception={exception} /> <span class="called-from">{thrownAt(exception)}</span>
            </p>
            <a class="more" href={href('exception')}>
              Stack
            </a>
          </header>
          {source && <Source source={source} around={AROUND} />}
        </section>
      )}
      {processEnd && (
        <p class="warning">
          {visibleText(processEndText(processEnd, profile.entry))}{' '}
          <ProfileLink base={base} token={tokens.tokenOf(processEnd.seq)} zone={zone} />
        </p>
      )}
    </div>
  );
}
