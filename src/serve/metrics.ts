import type { ProcessStats, RecordingStats } from './recording-stats.ts';

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Counter = {
  [Name in keyof RecordingStats]: RecordingStats[Name] extends number ? Name : never;
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
];

/** What processes have recorded, in the text format of Prometheus. */
export function metricsText(processes: readonly ProcessStats[]): string {
  const series = METRICS.map(([name, type, help, counter]) => {
    const samples = new Samples();
    for (const { process, stats } of processes) samples.add({ ...process }, stats[counter]);
    return samples.text(name, type, help);
  });
  const drops = new Samples();
  for (const { process, stats } of processes)
    for (const [reason, value] of Object.entries(stats.drops)) drops.add({ ...process, reason }, value);
  return [...series, drops.text('dropped_total', 'counter', 'Profiles dropped, by reason.')].join('\n');
}

/** Values by their labels. Two books of one process have the same, and are added up. */
class Samples {
  readonly #values = new Map<string, number>();

  add(labels: Readonly<Record<string, string>>, value: number): void {
    const text = labelText(labels);
    this.#values.set(text, (this.#values.get(text) ?? 0) + value);
  }

  text(suffix: string, type: string, help: string): string {
    const name = `gatebook_${suffix}`;
    const lines = [...this.#values].map(([labels, value]) => `${name}${labels} ${value}\n`);
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
  }
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
