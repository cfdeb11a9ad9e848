import { spreadOf } from '../../figures.ts';
import type { Latencies } from '../../record/latency.ts';
import { runJob } from '../../record/run-job.ts';
import { spreadText } from '../numbers.ts';
import type { Part } from '../part.ts';

/** The 99th percentile at a steady rate, with and without Gatebook. */
export const latency: Part = async ({ isTiny }) => {
  const pace = isTiny ? { alternations: 1, ms: 100 } : { alternations: 6, ms: 3000 };
  const { bare, detail } = await runJob<Latencies>({ kind: 'latency', ...pace });
  const added = detail.map((p99, i) => p99 - (bare[i] ?? Number.NaN));
  return {
    tables: [
      {
        head: ['p99 at 2,000 requests per second', 'ms'],
        rows: [
          ['bare', spreadText(spreadOf(bare))],
          ['Gatebook, all details', spreadText(spreadOf(detail))],
          ['added', spreadText(spreadOf(added))],
        ],
      },
    ],
    plots: [],
  };
};
