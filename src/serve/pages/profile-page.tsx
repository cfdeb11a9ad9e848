import { visibleText } from '../../format/visible-text.ts';
import { panelsOf } from '../panels/all-panels.tsx';
import { Panels, Tabs } from '../panels/panels.tsx';
import type { ProfileView } from '../panels/profile-view.ts';
import { Summary } from '../panels/summary.tsx';
import { Layout, type Site } from './layout.tsx';

/** Everything known of one request, on one page. */
export function ProfilePage({ view, ...site }: Site & { view: ProfileView }) {
  const { status, method } = view.profile.entry;
  const parts = panelsOf(view);
  return (
    <Layout {...site} title={`${status} ${visibleText(method)} ${view.token}`}>
      <Summary {...view} />
      <Tabs parts={parts} />
      <Panels parts={parts} />
    </Layout>
  );
}
