import { costsOf, type Pairs } from '../../record/cost-figures.ts';
import type { FrameworkName } from '../../record/frameworks.ts';
import { measureCosts } from '../../record/measure-costs.ts';
import { packageText } from '../machine.ts';
import { numberText, spreadText } from '../numbers.ts';
import type { Part, Table } from '../part.ts';
import type { Row } from '../plot.ts';

const MODES: Readonly<Record<keyof Pairs, string>> = {
  entry: 'Gatebook, no details',
  production: 'Gatebook, production default',
  detail: 'Gatebook, all details',
  'pino-http': 'pino-http',
  morgan: 'morgan',
  OpenTelemetry: 'OpenTelemetry http',
};
const NAMES: readonly (readonly [FrameworkName, string])[] = [
  ['node:http', 'node:http'],
  ['express', 'Express'],
  ['fastify', 'Fastify'],
];

/** CPU time that recording adds to a request, beside loggers and OpenTelemetry. */
export const recording: Part = async ({ isTiny }) => {
  const tables: Table[] = [];
  const groups: { name: string; rows: Row[] }[] = [];
  for (const [framework, name] of isTiny ? NAMES.slice(0, 1) : NAMES) {
    const pairs = isTiny
      ? await measureCosts(framework, { passes: 1, rounds: 1, ms: 20 }, ['detail', 'pino-http'])
      : await measureCosts(framework, { passes: 2, rounds: 12, ms: 150 });
    const costs = costsOf(pairs);
    const measured = (Object.keys(MODES) as (keyof Pairs)[]).filter((mode) => pairs[mode].length > 0);
    tables.push({
      head: [
        `${name}, bare ${numberText(costs.bare.thread.median)} µs`,
        'added on the request thread, µs',
        'requests per CPU second, of bare',
        'added in the process, µs',
      ],
      rows: measured.map((mode) => {
        const { added, throughput, addedTotal } = costs[mode];
        return [MODES[mode], spreadText(added), numberText(throughput.median), spreadText(addedTotal)];
      }),
    });
    groups.push({
      name: `${name}, bare ${numberText(costs.bare.thread.median)} µs`,
      rows: measured.map((mode) => ({
        label: MODES[mode],
        values: [costs[mode].added],
        isOurs: MODES[mode].startsWith('Gatebook'),
      })),
    });
  }
  return {
    tables,
    plots: [
      {
        title: 'CPU time added to a request, on the thread that answers it',
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
