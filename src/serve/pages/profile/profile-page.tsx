import { raw } from 'hono/html';
import { hasFailed } from '../../../compare/since-it-worked.ts';
import { visibleText } from '../../../format/visible-text.ts';
import { EVERYTHING, SUMMARY } from '../../../report/profile/panel-facts.ts';
import { type ProfileView, panelHref } from '../../../report/profile/profile-view.ts';
import { allPanels } from '../../panels/all-panels.tsx';
import { Facts } from '../../panels/facts.tsx';
import { PanelSection, Panels } from '../../panels/panels.tsx';
import { Layout, type Site } from '../layout.tsx';
import { ProfileHead } from './profile-head.tsx';
import { Rail } from './rail.tsx';
import { type Reference, Since } from './since.tsx';
import { Summary } from './summary.tsx';
import { WhatFailed } from './what-failed.tsx';

/** Marks where the comparison with earlier requests goes, if the page is sent before it is ready. */
export const SINCE_PLACEHOLDER = '<!--since-->';

interface ProfilePageProps extends Site {
  readonly view: ProfileView;
  /** What the profile is compared with; `null` if it is not known yet. */
  readonly reference: Reference | null;
}

/** The page of one profile: its summary, one panel, or everything. */
export function ProfilePage({ view, reference, ...site }: ProfilePageProps) {
  const { status, method, kind } = view.profile.entry;
  const panels = allPanels(view);
  const href = (id: string) => panelHref(view, view.token, id);
  const chosen = panels.find(({ id }) => id === view.panel);
  const current = chosen || view.panel === EVERYTHING ? view.panel : SUMMARY;
  const isCompared = kind !== 'process' && (!chosen || chosen.id === 'exception');
  return (
    <Layout {...site} zone={view.zone} title={`${status} ${visibleText(method)} ${view.token}`}>
      <ProfileHead view={view} usual={reference?.about === 'duration' ? reference : null} />
      <div class="profile">
        <Rail panels={panels} current={current} href={href} />
        <div class="profile-panel">
          {current === SUMMARY && <WhatFailed view={view} href={href} />}
          {isCompared && reference && <SinceSection view={view} reference={reference} />}
          {chosen && <PanelSection panel={chosen} />}
          {current === SUMMARY && (
            <div class="summary" id={SUMMARY}>
              <Summary view={view} href={href} />
            </div>
          )}
          {current === EVERYTHING && (
            <div class="summary" id={EVERYTHING}>
              <Facts {...view} />
              <Panels panels={panels} />
            </div>
          )}
          {/* Shown above what was done, below what failed. It comes last, so that it does not delay them. */}
          {isCompared && !reference && <SinceSection view={view} reference={null} />}
        </div>
      </div>
    </Layout>
  );
}

/** Reserves space if it is not ready, so nothing moves when it comes. */
function SinceSection({ view, reference }: Pick<ProfilePageProps, 'view' | 'reference'>) {
  const label = hasFailed(view.profile.entry) ? 'Since it last worked' : 'Usual duration';
  return (
    <section class={reference ? 'since' : 'since reserved'} aria-label={label}>
      {reference ? <Since view={view} reference={reference} /> : raw(SINCE_PLACEHOLDER)}
    </section>
  );
}
