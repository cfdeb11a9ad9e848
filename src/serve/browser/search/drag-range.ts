import { sinceText, untilText } from '../../../search/time-range-text.ts';

/** A shorter movement is a click on a bar. */
const MIN_PIXELS = 4;
const PLACEHOLDER = 'since:FROM+until:TO';

/** Lets the reader drag across the histogram to search that time range. A click on a bar still searches its range. */
export function startDragRange(): void {
  const histogram = document.querySelector<HTMLElement>('.histogram');
  const svg = histogram?.querySelector<SVGSVGElement>('svg.bars');
  if (!histogram || !svg) return;
  const { dataset } = histogram;
  const [from, step, steps] = [Number(dataset.from), Number(dataset.step), Number(dataset.steps)];
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  mark.setAttribute('class', 'dragged');
  mark.setAttribute('height', '100%');

  let start: number | null = null;
  let range: readonly [first: number, end: number] | null = null;
  const positionOf = ({ clientX }: PointerEvent) => clientX - svg.getBoundingClientRect().left;

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    start = positionOf(event);
    range = null;
  });
  svg.addEventListener('pointermove', (event) => {
    if (start === null) return;
    const position = positionOf(event);
    if (range === null && Math.abs(position - start) < MIN_PIXELS) return;
    if (range === null) svg.setPointerCapture(event.pointerId);
    const { width } = svg.getBoundingClientRect();
    const [first, last] = [Math.min(start, position), Math.max(start, position)].map((pixels) =>
      Math.min(steps - 1, Math.max(0, Math.floor((pixels / width) * steps))),
    ) as [number, number];
    range = [first, last + 1];
    mark.setAttribute('x', String(first));
    mark.setAttribute('width', String(last + 1 - first));
    svg.append(mark);
  });
  const stop = () => {
    start = null;
    mark.remove();
  };
  svg.addEventListener('pointerup', () => {
    stop();
    if (range) location.assign(addressOf(from + range[0] * step, from + range[1] * step - 1));
  });
  svg.addEventListener('pointercancel', () => {
    stop();
    range = null;
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || start === null) return;
    stop();
    range = null;
  });
  // A bar is a link, which the browser would drag.
  svg.addEventListener('dragstart', (event) => event.preventDefault());
  // The end of a drag is not a click on the bar below it.
  svg.addEventListener('click', (event) => range && event.preventDefault(), { capture: true });

  function addressOf(first: number, last: number): string {
    const zone = new URLSearchParams(location.search).get('tz') || 'UTC';
    const template = histogram?.dataset.search ?? '';
    const at = template.lastIndexOf(PLACEHOLDER);
    const times = `since:${encodeURIComponent(sinceText(first, zone))}+until:${encodeURIComponent(untilText(last, zone))}`;
    return template.slice(0, at) + times + template.slice(at + PLACEHOLDER.length);
  }
}
