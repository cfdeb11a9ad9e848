import { EVERYTHING, SUMMARY } from '../../../report/profile/panel-facts.ts';
import type { Panel } from '../../panels/panels.tsx';

interface RailProps {
  readonly panels: readonly Panel[];
  readonly current: string;
  /** The address of a panel. */
  readonly href: (id: string) => string;
}

/** Links to all panels: on a large screen beside them, on a phone folded above them. */
export function Rail(props: RailProps) {
  const { panels, current } = props;
  const name = { [SUMMARY]: 'Summary', [EVERYTHING]: 'Everything' }[current];
  return (
    <>
      <nav class="rail" aria-label="Panels">
        <Links {...props} />
      </nav>
      <details class="rail-phone">
        <summary>Panel: {name ?? panels.find(({ id }) => id === current)?.name}</summary>
        <nav aria-label="Panels">
          <Links {...props} />
        </nav>
      </details>
    </>
  );
}

function Links({ panels, current, href }: RailProps) {
  const empty = panels.filter(({ body }) => body === null);
  const isOpen = empty.some(({ id }) => id === current);
  const full = panels.filter(({ body }) => body !== null);
  const inRail = [SUMMARY, ...full.map(({ id }) => id), EVERYTHING];
  const link = (panel: Pick<Panel, 'name'> & Partial<Omit<Panel, 'id'>> & { readonly id: string }) => (
    <li>
      <a
        href={href(panel.id)}
        aria-current={panel.id === current ? 'page' : undefined}
        aria-keyshortcuts={keyOf(inRail.indexOf(panel.id))}
      >
        {panel.name} {panel.count && <span class="panel-count">{panel.count}</span>}
        {panel.alert && (
          <span class="alert" title={panel.alert}>
            {' '}
            !
          </span>
        )}
      </a>
    </li>
  );
  return (
    <>
      <ul>
        {link({ id: SUMMARY, name: 'Summary' })}
        {full.map(link)}
      </ul>
      {empty.length > 0 && (
        <details class="empty-panels" open={isOpen}>
          <summary>Empty ({empty.length})</summary>
          <ul>{empty.map(link)}</ul>
        </details>
      )}
      <ul>{link({ id: EVERYTHING, name: 'Everything' })}</ul>
    </>
  );
}

/** The first nine can be opened with a number. */
function keyOf(index: number): string | undefined {
  return index >= 0 && index < 9 ? String(index + 1) : undefined;
}
