import type { Groups } from '../../../store/groups.ts';
import { EmptyGroups, type GroupedSearch } from '../grouping-page.tsx';
import type { FIELDS } from './client-name.tsx';

const GROUPINGS = [
  { by: 'client', name: 'IP', param: 'ip' },
  { by: 'user', name: 'User', param: 'user' },
] as const;

interface GroupedByProps extends Pick<GroupedSearch, 'here'> {
  readonly by: keyof typeof FIELDS;
}

/** Switches between addresses and users. */
export function GroupedBy({ by, here }: GroupedByProps) {
  return (
    <nav class="segments" aria-label="Group by">
      {GROUPINGS.map((grouping) => (
        <a href={here.groupedBy(grouping.param)} aria-current={grouping.by === by ? 'true' : undefined}>
          {grouping.name}
        </a>
      ))}
    </nav>
  );
}

interface NoClientsProps extends Pick<GroupedByProps, 'by'>, Pick<Groups, 'searchedTo'> {
  readonly search: GroupedSearch;
}

export function NoClients({ by, searchedTo, search }: NoClientsProps) {
  if (by === 'client') return <EmptyGroups search={search} searchedTo={searchedTo} />;
  return (
    <>
      <header class="grouped-by">
        <GroupedBy by={by} here={search.here} />
      </header>
      {searchedTo === null ? (
        <p class="empty">
          No matching request has a user. Your app sets it: <code>user(id)</code>.
        </p>
      ) : (
        <EmptyGroups search={search} searchedTo={searchedTo} />
      )}
    </>
  );
}
