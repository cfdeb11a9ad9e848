import { visibleText } from '../../format/visible-text.ts';
import { allPanels } from '../panels/all-panels.tsx';
import { Panels, Tabs } from '../panels/panels.tsx';
import type { ProfileView } from '../panels/profile-view.ts';
import { Summary } from '../panels/summary.tsx';
import { Layout, type Site } from './layout.tsx';

/** The page of one profile. */
export function ProfilePage({ view, ...site }: Site & { view: ProfileView }) {
  const { status, method } = view.profile.entry;
  const panels = allPanels(view);
  return (
    <Layout {...site} zone={view.zone} title={`${status} ${visibleText(method)} ${view.token}`}>
      <Summary {...view} />
      <Tabs panels={panels} />
      <Panels panels={panels} />
    </Layout>
  );
}
