import { GatebookError } from '../../errors.ts';
import { consoleInstrumentation } from './console.ts';
import { fetchInstrumentation } from './fetch.ts';
import { httpInstrumentation } from './http.ts';
import type { Instrumentation } from './instrumentation.ts';
import { loadInstrumentation } from './load.ts';
import { otelInstrumentation } from './otel.ts';
import { phasesInstrumentation } from './phases.ts';
import { pinoInstrumentation } from './pino.ts';
import { queriesInstrumentation } from './queries.ts';
import { useInstrumentations } from './running.ts';
import { sqliteInstrumentation } from './sqlite.ts';
import { stdioInstrumentation } from './stdio.ts';

const BUILT_IN = {
  phases: phasesInstrumentation,
  load: loadInstrumentation,
  console: consoleInstrumentation,
  pino: pinoInstrumentation,
  stdio: stdioInstrumentation,
  http: httpInstrumentation,
  fetch: fetchInstrumentation,
  queries: queriesInstrumentation,
  sqlite: sqliteInstrumentation,
  otel: otelInstrumentation,
} as const satisfies Readonly<Record<string, Instrumentation>>;

export type InstrumentationName = keyof typeof BUILT_IN;

/** Which panels a book wants: these, or none, not even what the app tells itself. */
export type InstrumentationChoice = readonly InstrumentationName[] | 'none';

/** Starts the panels of a book that are not on already. What it gives back ends its use of them. */
export function startInstrumentations(
  choice: InstrumentationChoice | undefined,
  onFault: () => void,
): () => void {
  return useInstrumentations(chosen(choice), onFault);
}

function chosen(choice: InstrumentationChoice | undefined): readonly Instrumentation[] {
  if (choice === undefined) return Object.values(BUILT_IN);
  if (choice === 'none') return [];
  if (!Array.isArray(choice)) throw badPanels(choice);
  return choice.map((name) => {
    if (!Object.hasOwn(BUILT_IN, name)) throw badPanels(name);
    return BUILT_IN[name as InstrumentationName];
  });
}

function badPanels(given: unknown): GatebookError {
  const names = Object.keys(BUILT_IN).join(', ');
  return new GatebookError(
    'bad-option',
    `panels has ${JSON.stringify(given)}. Write 'none', or a list of some of these: ${names}.`,
  );
}
