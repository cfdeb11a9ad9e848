import type { RecordingStats } from './recording-stats.ts';

/** https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** What this process has recorded, in the text format of Prometheus. */
export function metricsText(stats: RecordingStats): string {
  const drops = Object.entries(stats.drops).map(([reason, value]) => ({ value, labels: { reason } }));
  return [
    metric('recorded_total', 'counter', 'Profiles recorded: stored, dropped or queued.', stats.recorded),
    metric('stored_total', 'counter', 'Profiles written to the book.', stats.stored),
    metric('ignored_total', 'counter', 'Requests ignored by configuration.', stats.ignored),
    metric(
      'dropped_bodies_total',
      'counter',
      'Bodies dropped to stay within the budget.',
      stats.droppedBodies,
    ),
    metric('faults_total', 'counter', 'Errors inside the recorder.', stats.faults),
    metric('writer_restarts_total', 'counter', 'Restarts of the writer thread.', stats.restarts),
    metric('dropped_total', 'counter', 'Profiles dropped, by reason.', drops),
    metric('held', 'gauge', 'Profiles waiting in memory to be written.', stats.held),
    metric('held_bytes', 'gauge', 'Memory used by the waiting profiles.', stats.heldBytes),
  ].join('\n');
}

function metric(
  suffix: string,
  type: 'counter' | 'gauge',
  help: string,
  values: number | readonly Sample[],
): string {
  const name = `gatebook_${suffix}`;
  const samples: readonly Sample[] = typeof values === 'number' ? [{ value: values }] : values;
  const lines = samples.map(({ value, labels = {} }) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
