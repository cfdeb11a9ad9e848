/** A row of the results, as the tail sends it. */
export interface Row {
  readonly time: number;
  readonly seq: number;
  /** The seq of its main request. */
  readonly parent: number | null;
  /** Whether it is one of the matches: the error stage of a failed request is listed but not counted. */
  readonly isCounted: boolean;
  /** The cursor for rows older than this one. */
  readonly older: string;
  readonly html: string;
}

/** Newest first; a main request is right above its sub-requests. */
function compareRows(a: Row, b: Row): number {
  return b.time - a.time || a.seq - b.seq;
}

/** The first rows of both lists, up to the limit. */
export function mergeRows(a: readonly Row[], b: readonly Row[], limit: number): Row[] {
  return [...a, ...b].sort(compareRows).slice(0, limit);
}

/** Returns a function that shows exactly these rows. It leaves the elements of rows already shown in place. */
export function createRowRenderer(body: HTMLTableSectionElement): (rows: readonly Row[]) => void {
  let shown = new Map<Row, Element>();
  return (rows) => {
    const next = new Map(rows.map((row) => [row, shown.get(row) ?? toElement(row)]));
    const kept = new Set(next.values());
    for (const child of [...body.children]) if (!kept.has(child)) child.remove();
    let position = body.firstElementChild;
    let above: Row | null = null;
    const isFirst = shown.size === 0;
    for (const [row, rowElement] of next) {
      rowElement.classList.toggle('new', !isFirst && !shown.has(row));
      if (rowElement === position) position = position.nextElementSibling;
      else body.insertBefore(rowElement, position);
      rowElement.classList.toggle('alone', isAlone(row, above));
      above = row;
    }
    shown = next;
  };
}

/** Whether neither the main request of a sub-request nor another sub-request of it is listed right above. */
function isAlone({ parent }: Row, above: Row | null): boolean {
  return parent !== null && above?.seq !== parent && above?.parent !== parent;
}

/**
 * Safe although it parses HTML: the server renders the row with the component of the page, which escapes recorded
 * values, and the content security policy allows no inline script.
 */
function toElement({ html }: Row): Element {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild ?? document.createElement('tr');
}
