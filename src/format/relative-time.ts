import type { Micros } from '../profile/time.ts';

const UNITS = [
  ['s', 1e6],
  ['min', 60e6],
  ['h', 3600e6],
  ['days', 86_400e6],
] as const;

/** `3 min ago`, `2 days ago` */
export function ago(time: Micros, now: Micros): string {
  const past = now - time;
  if (past < 1e6) return 'just now';
  const [name, size] = UNITS.findLast(([, unit]) => past >= unit) ?? UNITS[0];
  const count = Math.floor(past / size);
  return `${count.toLocaleString('en')} ${name === 'days' && count === 1 ? 'day' : name} ago`;
}
