import { type Figure, spreadOf } from '../figures.ts';
import { spreadText } from './numbers.ts';

/** Repeats measurements that report one value each, and makes a row of each figure with its spread. */
export async function repeatFigures(
  times: number,
  measure: () => Figure[] | Promise<Figure[]>,
): Promise<string[][]> {
  const values = new Map<string, { readonly unit: string; readonly values: number[] }>();
  for (let i = 0; i < times; i++)
    for (const { name, unit, value } of await measure()) {
      const figure = values.get(name) ?? { unit, values: [] };
      figure.values.push(value);
      values.set(name, figure);
    }
  return [...values].map(([name, { unit, values }]) => {
    return [name, spreadText(spreadOf(values)), unit];
  });
}

export const FIGURE_HEAD = ['what', 'measured', 'unit'];
