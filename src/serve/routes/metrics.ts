import type { ProcessInfo } from '../../profile/entry.ts';
import { MAX_SECONDS, RequestCounter } from '../../profile/request-counts.ts';
import type { BookStats, ProcessStats, RecordingStats } from '../recording-stats.ts';
import type { Routes } from './site.ts';

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Counter = {
  [Name in keyof RecordingStats]-?: RecordingStats[Name] extends number | undefined ? Name : never;
}[keyof RecordingStats];

const METRICS: readonly (readonly [
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  counter: Counter,
])[] = [
  ['recorded_total', 'counter', 'Profiles recorded: stored, dropped or queued.', 'recorded'],
  ['stored_total', 'counter', 'Profiles written to the book.', 'stored'],
  ['ignored_total', 'counter', 'Requests ignored by configuration.', 'ignored'],
  ['dropped_bodies_total', 'counter', 'Bodies dropped to stay within the budget.', 'droppedBodies'],
  ['faults_total', 'counter', 'Errors inside the recorder.', 'faults'],
  ['writer_restarts_total', 'counter', 'Restarts of the writer thread.', 'restarts'],
  ['held', 'gauge', 'Profiles waiting in memory to be written.', 'held'],
  ['held_bytes', 'gauge', 'Memory used by the waiting profiles.', 'heldBytes'],
  ['spooled', 'gauge', 'Profiles in the spool, which wait for the collector.', 'spooled'],
  ['spool_bytes', 'gauge', 'Size of the spool on the disk.', 'spoolBytes'],
];

/** Metrics of the recorders of a book. A page that only reads a book has none. */
export function addMetrics({ app, base, allStats }: Routes): void {
  app.get(`${base}/metrics`, async (c) => {
    if (!allStats) return c.notFound();
    return c.body(metricsText(await allStats()), 200, { 'Content-Type': METRICS_TYPE });
  });
}

/** What processes have recorded, in the text format of Prometheus. */
export function metricsText({ processes, bytes }: BookStats): string {
  const series = METRICS.map(([name, type, help, counter]) => {
    const samples = processes.map(({ process, stats }) => ({
      labels: { ...process },
      value: stats[counter] ?? 0,
    }));
    return seriesText(name, type, help, samples);
  });
  const drops = processes.flatMap(({ process, stats }) =>
    Object.entries(stats.drops).map(([reason, value]) => ({ labels: { ...process, reason }, value })),
  );
  const requests = processes.flatMap(({ process, routes }) =>
    routes.flatMap(({ route, answers }) =>
      Object.entries(answers).map(([answer, value]) => {
        const [method = '', status = ''] = answer.split(' ');
        return { labels: { ...process, method, route, status }, value };
      }),
    ),
  );
  return [
    ...series,
    seriesText('dropped_total', 'counter', 'Profiles dropped, by reason.', drops),
    seriesText(
      'requests_total',
      'counter',
      'Requests stored, by method, route and class of status.',
      requests,
    ),
    durationsText(processes),
    ...(bytes === null
      ? []
      : [`${head('gatebook_book_bytes', 'gauge', 'Size of the book.')}gatebook_book_bytes ${bytes}\n`]),
  ].join('\n');
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric. Two books of one process have the same labels, and are added up. */
function seriesText(suffix: string, type: string, help: string, samples: readonly Sample[]): string {
  const name = `gatebook_${suffix}`;
  const values = new Map<string, number>();
  for (const { labels, value } of samples) {
    const text = labelText(labels);
    values.set(text, (values.get(text) ?? 0) + value);
  }
  const lines = [...values].map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `${head(name, type, help)}${lines.join('')}`;
}

function head(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

/** A histogram of each route. Its buckets are cumulative. */
function durationsText(processes: readonly ProcessStats[]): string {
  const name = 'gatebook_request_duration_seconds';
  const counters = new Map<string, { process: ProcessInfo; counter: RequestCounter }>();
  for (const { process, routes } of processes) {
    const key = labelText({ ...process });
    const { counter } = counters.get(key) ?? { counter: new RequestCounter() };
    counters.set(key, { process, counter });
    counter.addAll(routes);
  }
  const lines = [...counters.values()].flatMap(({ process, counter }) =>
    counter.counts().flatMap(({ route, durations, time }) => {
      const labels = { ...process, route };
      let count = 0;
      const buckets = durations.map((number, bin) => {
        count += number;
        const le = String(MAX_SECONDS[bin] ?? '+Inf');
        return `${name}_bucket${labelText({ ...labels, le })} ${count}\n`;
      });
      const all = labelText(labels);
      return [...buckets, `${name}_sum${all} ${time / 1e6}\n`, `${name}_count${all} ${count}\n`];
    }),
  );
  return `${head(name, 'histogram', 'Duration of the requests stored, by route.')}${lines.join('')}`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels)
    .filter(([name, value]) => name !== 'environment' || value !== '')
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
