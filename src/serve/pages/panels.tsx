import type { Part } from './profile/part.ts';

/** A table of contents that stays in sight. A panel with nothing in it is dimmed. */
export function Tabs({ parts }: { parts: readonly Part[] }) {
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
export function Panels({ parts }: { parts: readonly Part[] }) {
  const groups: Part[][] = [];
  for (const part of parts) {
    const before = groups.at(-1);
    const alike = !part.body && before?.every(({ body, empty }) => !body && empty === part.empty);
    if (before && alike) before.push(part);
    else groups.push([part]);
  }
  return groups.map((group) => {
    const [first] = group;
    return first && (group.length > 1 ? <EmptyPanels parts={group} /> : <Panel part={first} />);
  });
}

function EmptyPanels({ parts }: { parts: readonly Part[] }) {
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
function Panel({ part: { id, name, body, empty } }: { part: Part }) {
  return (
    <section id={id} class={body ? 'panel' : 'panel bare'} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{name}</h2>
      {body ?? <p class="empty">{empty}</p>}
    </section>
  );
}
