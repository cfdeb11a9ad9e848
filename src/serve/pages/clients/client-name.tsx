import { visibleText } from '../../../format/visible-text.ts';
import type { GroupedSearch } from '../grouping-page.tsx';

/** The fields of a search by what clients are grouped by. */
export const FIELDS = { client: 'ip', user: 'user' } as const;

interface ClientNameProps {
  readonly value: string;
  readonly by?: keyof typeof FIELDS;
  readonly search: Pick<GroupedSearch, 'here' | 'rows'>;
}

/** A link to the page of a client or user, and from there to its requests; plain text if it can't be searched for. */
export function ClientName({ value, by = 'client', search: { here, rows } }: ClientNameProps) {
  if (value === '') return <span class="none">no address</span>;
  const field = FIELDS[by];
  const href = (here.hasFilter(field, value) ? rows : here).addFilters({ [field]: value });
  const text = visibleText(value);
  return href === null ? <span title={text}>{text}</span> : <a href={href}>{text}</a>;
}
