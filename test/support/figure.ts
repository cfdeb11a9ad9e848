import { appendFileSync } from 'node:fs';

/** Appends a figure to the file in FIGURES, if it is set. A benchmark run prints them at the end. */
export function figure(name: string, value: string): void {
  const file = process.env.FIGURES;
  if (file) appendFileSync(file, `${name}: ${value}\n`);
}
