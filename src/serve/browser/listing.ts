/** A row as the tail sends it: its place in the listing, and what it looks like. */
export interface Row {
  readonly time: number;
  readonly seq: number;
  /** The seq of its main request. */
  readonly parent: number | null;
  /** The place from which older rows are listed. */
  readonly older: string;
  readonly html: string;
}

/** The listing's order: newest first, and a main request right above its own sub-requests. */
function compareRows(a: Row, b: Row): number {
  return b.time - a.time || a.seq - b.seq;
}

/** The first so many of both, in the listing's order. */
export function merge(some: readonly Row[], others: readonly Row[], limit: number): Row[] {
  return [...some, ...others].sort(compareRows).slice(0, limit);
}

/** Shows these rows and no others. Those that are there already are left alone where they stand. */
export function createListing(body: HTMLTableSectionElement): (rows: readonly Row[]) => void {
  let shown = new Map<Row, Element>();
  return (rows) => {
    const next = new Map(rows.map((row) => [row, shown.get(row) ?? toElement(row)]));
    const kept = new Set(next.values());
    for (const there of [...body.children]) if (!kept.has(there)) there.remove();
    let place = body.firstElementChild;
    let above: Row | null = null;
    for (const [row, shape] of next) {
      if (shape === place) place = place.nextElementSibling;
      else body.insertBefore(shape, place);
      shape.classList.toggle('alone', isAlone(row, above));
      above = row;
    }
    shown = next;
  };
}

/** A sub-request hangs from the row above it, unless that is of another family. */
function isAlone({ parent }: Row, above: Row | null): boolean {
  return parent !== null && above?.seq !== parent && above?.parent !== parent;
}

/**
 * The server has written this row with the very component that writes the page: every recorded value in it is
 * escaped text. A template's content is inert, and the page's policy runs no script that stands in markup.
 */
function toElement({ html }: Row): Element {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild ?? document.createElement('tr');
}
