import type { CoreCount } from '../../record/cores.ts';
import { costsOf } from '../../record/cost-figures.ts';
import type { FrameworkName } from '../../record/frameworks.ts';
import { FULL_PACE, measureCosts } from '../../record/measure-costs.ts';
import { MODES, type ModeName } from '../../record/mode.ts';
import { packageText } from '../machine.ts';
import { numberText, spreadText } from '../numbers.ts';
import type { Part, Table } from '../part.ts';
import type { Row } from '../plot.ts';

const LABELS: Readonly<Record<ModeName, string>> = {
  bare: 'bare',
  entry: 'Gatebook, no details',
  production: 'Gatebook, production default',
  detail: 'Gatebook, all details',
  'pino-http': 'pino-http',
  morgan: 'morgan',
  OpenTelemetry: 'OpenTelemetry http',
};
/** The first is what README shows. */
const APPS: readonly (readonly [FrameworkName, CoreCount, string])[] = [
  ['node:http', 1, 'node:http on one core'],
  ['node:http', 2, 'node:http on two cores'],
  ['express', 1, 'Express on one core'],
  ['fastify', 1, 'Fastify on one core'],
];
const TINY_PACE = { passes: 1, start: 20, rounds: 1, ms: 20 };
const TINY_MODES: readonly ModeName[] = ['bare', 'detail', 'pino-http'];

/** CPU time and throughput that recording takes, beside loggers and OpenTelemetry. */
export const recording: Part = async ({ isTiny }) => {
  const tables: Table[] = [];
  const short: Table[] = [];
  const groups: { name: string; rows: Row[] }[] = [];
  const modes = (isTiny ? TINY_MODES : MODES).filter((mode) => mode !== 'bare');
  const pace = isTiny ? TINY_PACE : FULL_PACE;
  for (const [framework, cores, app] of isTiny ? APPS.slice(0, 1) : APPS) {
    const { rounds } = await measureCosts(framework, cores, pace, ['bare', ...modes]);
    const costs = costsOf(rounds);
    const name = `${app}, bare ${numberText(costs.bare.thread.median)} µs`;
    const rows = modes.map((mode) => ({ label: LABELS[mode], ...costs[mode] }));
    tables.push({
      head: [
        name,
        'added on the request thread, µs',
        'added in the process until written, µs',
        'until nothing is left to do, µs',
        'requests per second, of bare',
      ],
      rows: rows.map(({ label, added, addedWritten, addedTotal, throughputShare }) => [
        label,
        ...[added, addedWritten, addedTotal, throughputShare].map(spreadText),
      ]),
    });
    short.push({
      head: [name, 'added on the request thread', 'added in the process', 'requests per second'],
      rows: rows.map(({ label, added, addedTotal, throughputShare }) => [
        label,
        `${numberText(added.median)} µs`,
        `${numberText(addedTotal.median)} µs`,
        `${numberText(throughputShare.median)} of bare`,
      ]),
    });
    groups.push({
      name,
      rows: rows.map(({ label, addedTotal }) => ({
        label,
        values: [addedTotal],
        isOurs: label.startsWith('Gatebook'),
      })),
    });
  }
  return {
    tables,
    ...(short[0] && { readme: short[0] }),
    plots: [
      {
        title: 'CPU time added to a request, until nothing is left to do',
        description:
          'Bars of the microseconds that Gatebook, pino-http, morgan and OpenTelemetry add to a request on node:http, Express and Fastify. The tables above have the same figures.',
        unit: 'µs per request; bars are medians, lines are quartiles',
        kind: 'bars',
        names: ['added'],
        groups,
      },
    ],
    compared: ['express', 'fastify', 'pino-http', 'morgan', '@opentelemetry/instrumentation-http'].map(
      (name) => packageText(name),
    ),
  };
};
