import { visibleText } from '../../profile/visible-text.ts';
import { Layout, type Site } from './layout.tsx';
import { Panels, Tabs } from './panels.tsx';
import { partsOf } from './profile/parts.tsx';
import type { ProfileView } from './profile/profile-view.ts';
import { Summary } from './profile/summary.tsx';

/** Everything known of one request, on one page. */
export function ProfilePage({ view, ...site }: Site & { view: ProfileView }) {
  const { status, method } = view.profile.entry;
  const parts = partsOf(view);
  return (
    <Layout {...site} title={`${status} ${visibleText(method)} ${view.token}`}>
      <Summary {...view} />
      <Tabs parts={parts} />
      <Panels parts={parts} />
    </Layout>
  );
}
