import { visibleText } from '../../../format/visible-text.ts';
import type { SearchLinks } from '../search-links.ts';

/** A link to the requests of a client; plain text if its address can't be searched for. */
export function ClientName({ value, rows }: { value: string; rows: SearchLinks }) {
  if (value === '') return <span class="none">no address</span>;
  const href = rows.addFilters({ ip: value });
  const text = visibleText(value);
  return href === null ? <span title={text}>{text}</span> : <a href={href}>{text}</a>;
}
