import type { Panel } from './panel.ts';

/** A table of contents that stays in sight. A panel with nothing in it is dimmed. */
export function Tabs({ parts }: { parts: readonly Panel[] }) {
  return (
    <nav class="tabs" aria-label="Panels">
      {parts.map(({ id, name, count, body }) => (
        <a href={`#${id}`} class={body ? undefined : 'dim'}>
          {name} {count !== '' && <span class="tab-count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** The parts in their order. Neighbours that are empty for the same reason say it once. */
export function Panels({ parts }: { parts: readonly Panel[] }) {
  const groups: Panel[][] = [];
  for (const part of parts) {
    const before = groups.at(-1);
    const alike = !part.body && before?.every(({ body, empty }) => !body && empty === part.empty);
    if (before && alike) before.push(part);
    else groups.push([part]);
  }
  return groups.map((group) => {
    const [first] = group;
    return first && (group.length > 1 ? <EmptyPanels parts={group} /> : <OnePanel part={first} />);
  });
}

function EmptyPanels({ parts }: { parts: readonly Panel[] }) {
  return (
    <div class="panel bare">
      {parts.map(({ id, name }) => (
        <section id={id} aria-labelledby={`${id}-heading`}>
          <h2 id={`${id}-heading`}>{name}</h2>
        </section>
      ))}
      <p class="empty">{parts[0]?.empty}</p>
    </div>
  );
}

/** A part of the profile; one with nothing in it says why. */
function OnePanel({ part: { id, name, body, empty } }: { part: Panel }) {
  return (
    <section id={id} class={body ? 'panel' : 'panel bare'} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{name}</h2>
      {body ?? <p class="empty">{empty}</p>}
    </section>
  );
}
