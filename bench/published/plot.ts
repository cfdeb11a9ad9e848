import { scaleLinear, scaleLog } from 'd3-scale';
import type { Spread } from '../figures.ts';
import { numberText } from './numbers.ts';

export interface Row {
  readonly label: string;
  /** One value for each name of the plot; `null` if it was not measured. */
  readonly values: readonly (Spread | null)[];
  /** Draws this row in the accent colour. */
  readonly isOurs?: boolean;
}

export interface Plot {
  readonly title: string;
  /** For screen readers and as the text of the image. */
  readonly description: string;
  readonly unit: string;
  /** Bars from zero, or dots on a logarithmic axis, which has no zero. */
  readonly kind: 'bars' | 'dots';
  /** What the values of a row are; shown as a legend if there are several. */
  readonly names: readonly string[];
  readonly groups: readonly { readonly name: string; readonly rows: readonly Row[] }[];
}

const WIDTH = 720;
const LEFT = 216;
const RIGHT = 64;
const ROW = 24;
const STYLE = `
svg { color-scheme: light dark; font: 13px system-ui, sans-serif; font-variant-numeric: tabular-nums }
.paper { fill: light-dark(#fff, #14181f); stroke: light-dark(#dcdfe4, #303641) }
text { fill: light-dark(#1b2027, #e6e9ee) }
.title { font-size: 15px; font-weight: 600 }
.group { font-weight: 600 }
.axis { fill: light-dark(#59616d, #a4adba); font-size: 12px }
.grid { stroke: light-dark(#e6e8ec, #262c36) }
.other { fill: light-dark(#a9b0bb, #667081) }
.a, .ours { fill: light-dark(#2352c4, #86aaff) }
.b { fill: light-dark(#c98200, #f2c879) }
.c { fill: light-dark(#b3261e, #f2554a) }
.range { stroke: light-dark(#1b2027, #e6e9ee); stroke-width: 1.5; fill: none }
`;
const SERIES = ['a', 'b', 'c'] as const;

/** A plot as an SVG file that follows the colour scheme of the reader. */
export function drawPlot(plot: Plot): string {
  const { groups, names, kind, unit } = plot;
  const top = names.length > 1 ? 76 : 50;
  const heads = groups.filter(({ name }) => name !== '').length;
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const bottom = top + (rows + heads) * ROW;
  const x = scaleOf(plot);
  const marks: string[] = [];
  let y = top;
  for (const group of groups) {
    if (group.name !== '') {
      marks.push(`<text class="group" x="16" y="${y + 17}">${escaped(group.name)}</text>`);
      y += ROW;
    }
    for (const row of group.rows) {
      marks.push(`<text x="16" y="${y + 17}">${escaped(row.label)}</text>`);
      marks.push(kind === 'bars' ? drawBar(row, x, y) : drawDots(row, x, y));
      y += ROW;
    }
  }
  const ticks = kind === 'bars' ? x.ticks(6) : x.ticks(6).filter((tick) => /^1/.test(tick.toExponential()));
  const axis = ticks.map(
    (tick) =>
      `<path class="grid" d="M${at(x(tick))} ${top}V${bottom}"/><text class="axis" text-anchor="middle" x="${at(x(tick))}" y="${bottom + 18}">${tick.toLocaleString('en', { maximumFractionDigits: 3 })}</text>`,
  );
  const height = bottom + 44;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">${escaped(plot.title)}</title>
<desc id="description">${escaped(plot.description)}</desc>
<style>${STYLE}</style>
<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="title" x="16" y="30">${escaped(plot.title)}</text>
${names.length > 1 ? drawLegend(names) : ''}
${axis.join('\n')}
${marks.join('\n')}
<text class="axis" text-anchor="middle" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${bottom + 36}">${escaped(unit)}</text>
</svg>
`;
}

type Scale = ReturnType<typeof scaleOf>;

function scaleOf({ groups, kind }: Plot) {
  const spreads = groups.flatMap(({ rows }) =>
    rows.flatMap(({ values }) => values.filter((v) => v !== null)),
  );
  const range = [LEFT, WIDTH - RIGHT] as const;
  const highest = Math.max(...spreads.map(({ high }) => high), 0.001);
  if (kind === 'bars') {
    const lowest = Math.min(0, ...spreads.map(({ low }) => low));
    return scaleLinear().domain([lowest, highest]).nice(6).range(range);
  }
  const lowest = Math.max(0.001, Math.min(...spreads.map(({ low }) => low)));
  return scaleLog().domain([lowest, highest]).nice().range(range);
}

function drawBar({ values, isOurs = false }: Row, x: Scale, y: number): string {
  const [value] = values;
  if (!value) return `<text class="axis" x="${LEFT + 4}" y="${y + 17}">not measured</text>`;
  const [from, to] = [Math.min(x(0), x(value.median)), Math.max(x(0), x(value.median))];
  const end = Math.max(to, x(value.high)) + 8;
  return `<rect class="${isOurs ? 'ours' : 'other'}" x="${at(from)}" y="${y + 6}" width="${at(to - from)}" height="12"/>${drawRange(value, x, y)}<text x="${at(end)}" y="${y + 17}">${numberText(value.median)}</text>`;
}

/** Each name has its own shape, because colours alone do not tell them apart for everyone. */
function drawDots({ values }: Row, x: Scale, y: number): string {
  return values
    .map((value, i) =>
      value ? `${drawRange(value, x, y)}${drawShape(i, x(Math.max(value.median, 0.001)), y + 12)}` : '',
    )
    .join('');
}

function drawRange({ low, high }: Spread, x: Scale, y: number): string {
  const [from, to] = [at(x(Math.max(low, x.domain()[0] ?? 0))), at(x(high))];
  return `<path class="range" d="M${from} ${y + 12}H${to}M${from} ${y + 9}v6M${to} ${y + 9}v6"/>`;
}

function drawShape(index: number, x: number, y: number): string {
  const shape = ['m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z', 'm-5-5h10v10h-10z', 'm0-7l7 12h-14z'][index % 3];
  return `<path class="${SERIES[index % SERIES.length]}" d="M${at(x)} ${y}${shape}"/>`;
}

function drawLegend(names: readonly string[]): string {
  const step = (WIDTH - 32) / names.length;
  return names
    .map(
      (name, i) =>
        `${drawShape(i, 24 + i * step, 52)}<text x="${36 + i * step}" y="57">${escaped(name)}</text>`,
    )
    .join('');
}

function at(value: number): string {
  return value.toFixed(1);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
