import type { Child } from 'hono/jsx';

interface CardProps {
  readonly id: string;
  readonly title: Child;
  /** What the title is about, in a few words. */
  readonly note?: string;
  /** A link to more of it. */
  readonly more?: Child;
  /** A class of its own. */
  readonly kind?: string;
  readonly children?: Child;
}

/** What belongs together, under a heading. */
export function Card({ id, title, note, more, kind, children }: CardProps) {
  return (
    <section class={kind ? `card ${kind}` : 'card'} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
        {more && <span class="more">{more}</span>}
      </header>
      {children}
    </section>
  );
}

interface TileProps {
  readonly id: string;
  readonly label: string;
  readonly figure: Child;
  /** Beside the figure. */
  readonly note?: Child;
  /** Whether the figure is a bad one. */
  readonly isBad?: boolean;
  /** The colour of the plot, as in a histogram: `c5`. */
  readonly colour?: string;
  /** The figure over time. */
  readonly children?: Child;
}

/** One figure. */
export function Tile({ id, label, figure, note, isBad = false, colour = '', children }: TileProps) {
  return (
    <section class={`card tile ${colour}`.trim()} aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      <p class={isBad ? 'alert' : undefined}>
        <strong>{figure}</strong> <small>{note}</small>
      </p>
      {children}
    </section>
  );
}
