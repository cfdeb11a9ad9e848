import { GatebookError } from '../../profile/gatebook-error.ts';
import { consolePanel } from './console.ts';
import { fetchPanel } from './fetch.ts';
import { httpPanel } from './http.ts';
import { load } from './load.ts';
import { otelPanel } from './otel.ts';
import type { Panel } from './panel.ts';
import { phasesPanel } from './phases.ts';
import { pinoPanel } from './pino.ts';
import { queriesPanel } from './queries.ts';
import { usePanels } from './running.ts';
import { sqlitePanel } from './sqlite.ts';
import { stdioPanel } from './stdio.ts';

const PANELS = {
  phases: phasesPanel,
  load,
  console: consolePanel,
  pino: pinoPanel,
  stdio: stdioPanel,
  http: httpPanel,
  fetch: fetchPanel,
  queries: queriesPanel,
  sqlite: sqlitePanel,
  otel: otelPanel,
} as const satisfies Readonly<Record<string, Panel>>;

export type PanelName = keyof typeof PANELS;

/** Which panels a book wants: these, or none, not even what the app tells itself. */
export type PanelChoice = readonly PanelName[] | 'none';

/** Starts the panels of a book that are not on already. What it gives back ends its use of them. */
export function startPanels(choice: PanelChoice | undefined, onFault: () => void): () => void {
  return usePanels(chosen(choice), onFault);
}

function chosen(choice: PanelChoice | undefined): readonly Panel[] {
  if (choice === undefined) return Object.values(PANELS);
  if (choice === 'none') return [];
  if (!Array.isArray(choice)) throw badPanels(choice);
  return choice.map((name) => {
    if (!Object.hasOwn(PANELS, name)) throw badPanels(name);
    return PANELS[name as PanelName];
  });
}

function badPanels(given: unknown): GatebookError {
  const names = Object.keys(PANELS).join(', ');
  return new GatebookError(
    'bad-option',
    `panels has ${JSON.stringify(given)}. Write 'none', or a list of some of these: ${names}.`,
  );
}
