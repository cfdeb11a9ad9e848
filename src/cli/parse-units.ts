import { GatebookError } from '../errors.ts';

export const MS_OF: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** An amount with its unit, such as 30d or 2GB. */
export function measure(
  option: string,
  text: string,
  units: Readonly<Record<string, number>>,
  example: string,
): number {
  const [, amount, unit = ''] = /^(\d{1,15})([a-zA-Z]*)$/.exec(text) ?? [];
  const size = units[unit];
  if (amount === undefined || size === undefined) {
    throw new GatebookError('bad-option', `${option} can't be "${text}". Write it as ${example}.`);
  }
  return Number(amount) * size;
}
