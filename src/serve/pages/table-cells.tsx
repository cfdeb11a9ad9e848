import { countText } from '../../format/count-text.ts';
import type { SearchLinks } from './search-links.ts';

/** Column headings that say no more than their names. */
export function TableHead({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col">{name}</th>
        ))}
      </tr>
    </thead>
  );
}

interface OrderHeadingProps {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  /** The current order. */
  readonly order: string;
  readonly here: SearchLinks;
  /** Whether groups have this order if the address names none. */
  readonly isDefault?: boolean;
  /** Whether the column has text, which starts at the left. */
  readonly isText?: boolean;
  readonly columns?: number;
}

/** The heading of a column that groups can be sorted by, the highest first. */
export function OrderHeading(props: OrderHeadingProps) {
  const { name, label, order, here, isDefault = false, isText = false, columns } = props;
  const isCurrent = name === order;
  return (
    <th
      scope="col"
      class={isText ? undefined : 'figure'}
      colspan={columns}
      aria-sort={isCurrent ? 'descending' : undefined}
    >
      <a href={here.inOrder(isDefault ? '' : name)} title={isCurrent ? undefined : `Sort by ${label}`}>
        {label}
      </a>
    </th>
  );
}

interface FigureLinkProps {
  /** Precedes the figure on a phone, where the table has no head. */
  readonly label: string;
  readonly count: number;
  /** The requests behind the figure. */
  readonly href: string | null;
  /** The style of a figure that is not 0. */
  readonly kind?: string;
}

/** A cell with a count that opens the requests behind it. */
export function FigureLink({ label, count, href, kind }: FigureLinkProps) {
  const isPlain = count === 0 || href === null;
  return (
    <td class={count > 0 && kind ? `figure ${kind}` : 'figure'} data-label={label}>
      {isPlain ? (
        <span class={count === 0 ? 'none' : undefined}>{countText(count)}</span>
      ) : (
        <a href={href}>{countText(count)}</a>
      )}
    </td>
  );
}
