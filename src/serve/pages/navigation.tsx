/** The pages of a search: its rows, and what they have in common. */
export const VIEWS = [
  { path: '', name: 'Search', title: 'Profile Search' },
  { path: '/clients', name: 'Clients', title: 'Clients' },
  { path: '/routes', name: 'Routes', title: 'Routes' },
  { path: '/overview', name: 'Overview', title: 'Overview' },
] as const;

/** Follows the path of the pages. */
export type ViewPath = (typeof VIEWS)[number]['path'];

export function titleOf(view: ViewPath): string {
  return VIEWS.find(({ path }) => path === view)?.title ?? '';
}

interface NavigationProps {
  readonly base: string;
  /** The query string of the search, which all views keep. */
  readonly query: string;
  /** Absent on a page that does not show a search. */
  readonly current?: ViewPath | undefined;
}

export function Navigation({ base, query, current }: NavigationProps) {
  return VIEWS.map(({ path, name }) => (
    <a href={base + path + query} aria-current={path === current ? 'page' : undefined}>
      {name}
    </a>
  ));
}
