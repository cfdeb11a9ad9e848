import type { Part } from './profile/part.ts';

/** A table of contents that stays in sight. A panel with nothing in it is dimmed. */
export function Tabs({ parts }: { parts: readonly Part[] }) {
  return (
    <nav class="tabs" aria-label="Panels">
      {parts.map(({ id, name, count, body }) => (
        <a href={`#${id}`} class={body ? undefined : 'dim'}>
          {name}
          {count !== '' && <span class="tab-count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** A part of the profile; one with nothing in it says why. */
export function Panel({ part: { id, name, body, empty } }: { part: Part }) {
  return (
    <section id={id} class={body ? 'panel' : 'panel bare'} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{name}</h2>
      {body ?? <p class="empty">{empty}</p>}
    </section>
  );
}
