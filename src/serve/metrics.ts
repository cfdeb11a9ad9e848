import { Counter, Gauge, Registry } from 'prom-client';
import type { RecordingStats } from './recording-stats.ts';

/** What Gatebook does in this process, as Prometheus reads it. */
export async function metricsText(stats: RecordingStats): Promise<{ text: string; type: string }> {
  const registry = new Registry();
  const counters: readonly [name: string, help: string, value: number][] = [
    ['recorded', 'Profiles recorded: stored, dropped or held.', stats.recorded],
    ['stored', 'Profiles written into the book.', stats.stored],
    ['ignored', 'Requests that were not to be recorded.', stats.ignored],
    ['faults', 'Times that recording itself went wrong.', stats.faults],
    ['scribe_restarts', 'Times that the thread that writes was started again.', stats.restarts],
  ];
  for (const [name, help, value] of counters)
    new Counter({ name: `gatebook_${name}_total`, help, registers: [registry] }).inc(value);
  const dropped = new Counter({
    name: 'gatebook_dropped_total',
    help: 'Profiles dropped, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const [reason, count] of Object.entries(stats.drops)) dropped.inc({ reason }, count);
  const gauges: readonly [name: string, help: string, value: number][] = [
    ['held', 'Profiles in memory, on their way to the book.', stats.held],
    ['held_bytes', 'What they take up there.', stats.heldBytes],
  ];
  for (const [name, help, value] of gauges)
    new Gauge({ name: `gatebook_${name}`, help, registers: [registry] }).set(value);
  return { text: await registry.metrics(), type: registry.contentType };
}
