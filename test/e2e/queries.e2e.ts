import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figure } from '../support/figure.ts';
import { BUNDLED, LOADS, type Load, type Outcome, runCell } from './queries/cell.ts';
import { install, linkInstalled, versionIn } from './queries/install.ts';
import { LIBRARIES } from './queries/libraries.ts';
import { ORMS } from './queries/orms.ts';
import { PRISMA } from './queries/prisma.ts';
import { type LoggingServer, SERVERS, type ServerName } from './queries/servers.ts';
import { type Row, writeTable } from './queries/table.ts';
import { differences } from './queries/unchanged.ts';

/** All versions, from the npm registry: `npm run e2e:queries -- --full`. Otherwise what is in node_modules. */
const isFull = process.env.QUERIES === 'full';
/** Operations of each version that are compared with and without Gatebook. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 10_000);
const loads: readonly Load[] = isFull ? [...LOADS, BUNDLED] : ['import before', 'require after'];

/** Older versions lose the caller of an object that starts a query when it is awaited. */
const HAS_ALL_LINES = Number(process.versions.node.split('.')[0]) >= 26;

const servers = new Map<ServerName, LoggingServer>();
const rows: Row[] = [];
let operationsCompared = 0;
beforeAll(async () => {
  for (const name of Object.keys(SERVERS) as ServerName[]) servers.set(name, await SERVERS[name]());
});
afterAll(async () => {
  for (const server of servers.values()) await server.stop();
  // Not with a part of the tests.
  if (isFull && rows.length === versions.length) writeTable(rows);
  const outcomes = rows.flatMap(({ cells }) => Object.values(cells));
  const right = outcomes.filter(({ faults }) => faults.length === 0);
  const worst = Math.max(0, ...right.map(({ difference, least }) => (isFull ? difference : least)));
  figure('cells', `${right.length} of ${outcomes.length} right, durations within ${worst.toFixed(2)} ms`);
  if (isFull) figure('unchanged', `${operationsCompared} operations, with and without Gatebook`);
});

/** In CI, other tests run at the same time: there, one of the five queries must have the right duration. */
function withDuration(outcome: Outcome): Outcome {
  const { faults, difference, least } = outcome;
  const compared = isFull ? difference : least;
  if (compared <= 2 || faults.includes('not seen')) return outcome;
  return { ...outcome, faults: [...faults, `duration differs by ${compared.toFixed(1)} ms`] };
}

/** Some libraries load others by names that esbuild can't know. */
function orNotBundled(error: unknown): Outcome {
  if (!String(error).includes('Build failed')) throw error;
  return { faults: ['cannot be bundled'], difference: 0, least: 0 };
}

const versions = [...LIBRARIES, ...ORMS, ...PRISMA].flatMap((library) => {
  if (isFull && library.versions.length > 0) return library.versions.map((version) => ({ library, version }));
  return library.isInstalled ? [{ library, version: '' }] : [];
});

describe.each(versions)('$library.name $version $library.driver', ({ library, version }) => {
  let folder = '';
  let row: Row;
  beforeAll(async () => {
    folder = version === '' ? linkInstalled() : await install(library, version);
    row = { library, version: versionIn(folder, library), cells: {} };
    rows.push(row);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(loads)('%s', async (load) => {
    const server = library.server && servers.get(library.server);
    let outcome: Outcome | undefined;
    // A busy machine may delay an app for longer than the comparison allows, but not each time.
    for (let attempt = 0; attempt < 5; attempt++) {
      outcome = withDuration(await runCell(library, load, folder, server).catch(orNotBundled));
      if (!outcome.faults.some((fault) => fault.startsWith('duration'))) break;
    }
    if (outcome) row.cells[load] = outcome;
    const { limits = [], seenInBundle = [] } = library;
    if (load === BUNDLED && !seenInBundle.includes(version)) return;
    const isKnown = (fault: string) =>
      limits.includes(fault) || (!HAS_ALL_LINES && fault.startsWith('no calling line'));
    expect(outcome?.faults.filter((fault) => !isKnown(fault))).toEqual([]);
  });

  const { operations } = library;
  test.runIf(isFull && operations)('operations have the same outcomes', { timeout: 1_200_000 }, async () => {
    const server = library.server && servers.get(library.server);
    const { compared, different } = await differences(library, folder, server, OPERATIONS);
    expect(different).toEqual([]);
    expect(compared).toBe(OPERATIONS);
    operationsCompared += compared;
  });
});
