import type { Child } from 'hono/jsx';
import type { PanelFacts } from '../../report/profile/panel-facts.ts';

/** All panels. Adjacent panels that are empty for the same reason share one message. */
export function Panels({ panels }: { panels: readonly Panel[] }) {
  const groups: Panel[][] = [];
  for (const panel of panels) {
    const previous = groups.at(-1);
    const isSameReason = !panel.body && previous?.every(({ body, empty }) => !body && empty === panel.empty);
    if (previous && isSameReason) previous.push(panel);
    else groups.push([panel]);
  }
  return groups.map((group) => {
    const [first] = group;
    return first && (group.length > 1 ? <EmptyPanels panels={group} /> : <PanelSection panel={first} />);
  });
}

function EmptyPanels({ panels }: { panels: readonly Panel[] }) {
  return (
    <div class="panel bare">
      {panels.map(({ id, name }) => (
        <section id={id} aria-labelledby={`${id}-heading`}>
          <h2 id={`${id}-heading`}>{name}</h2>
        </section>
      ))}
      <p class="empty">{panels[0]?.empty}</p>
    </div>
  );
}

export function PanelSection({ panel: { id, name, body, empty } }: { panel: Panel }) {
  return (
    <section id={id} class={body ? 'panel' : 'panel bare'} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{name}</h2>
      {body ?? <p class="empty">{empty}</p>}
    </section>
  );
}

/** A section of the profile page, with its link in the rail. */
export interface Panel extends PanelFacts {
  /** `null` if there is nothing to show. */
  readonly body: Child | null;
}
