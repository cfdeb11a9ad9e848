import { expect, test } from 'vitest';
import { metricsText } from './metrics.ts';

const STATS = {
  recorded: 10,
  stored: 7,
  dropped: 3,
  held: 0,
  heldBytes: 12_345,
  drops: { memory: 1, budget: 2, 'a"b\\c\nd': 0 },
  ignored: 3,
  droppedBodies: 6,
  faults: 1,
  restarts: 2,
};

interface Metric {
  help: string;
  type: string;
  samples: Record<string, number>;
}

/** A strict parser of the text format: every line must be HELP, TYPE or a sample of the metric above it. */
function parseMetrics(text: string): Record<string, Metric> {
  expect(text.endsWith('\n')).toBe(true);
  const metrics: Record<string, Metric> = {};
  let current: [name: string, metric: Metric] | undefined;
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const help = /^# HELP ([a-z_]+) (.+)$/.exec(line);
    const type = /^# TYPE ([a-z_]+) (counter|gauge)$/.exec(line);
    const sample = /^([a-z_]+)(?:\{([a-z_]+)="((?:[^"\\\n]|\\[\\"n])*)"\})? (\S+)$/.exec(line);
    if (help) {
      const [, name = '', text = ''] = help;
      expect(metrics).not.toHaveProperty(name);
      current = [name, { help: text, type: '', samples: {} }];
      metrics[name] = current[1];
    } else if (type && current) {
      expect(type[1]).toBe(current[0]);
      current[1].type = type[2] ?? '';
    } else if (sample && current) {
      const [, name, label, value = '', number] = sample;
      expect(name).toBe(current[0]);
      const unescaped = value.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char));
      const key = label === undefined ? '' : `${label}=${unescaped}`;
      expect(number).toMatch(/^\d+$/);
      current[1].samples[key] = Number(number);
    } else {
      expect.fail(`not a line of the format: ${line}`);
    }
  }
  return metrics;
}

test('writes counters and gauges that Prometheus can parse', () => {
  const metrics = parseMetrics(metricsText(STATS));
  const plain = Object.entries(metrics).map(([name, { type, samples }]) => [name, type, samples]);
  expect(plain).toEqual([
    ['gatebook_recorded_total', 'counter', { '': 10 }],
    ['gatebook_stored_total', 'counter', { '': 7 }],
    ['gatebook_ignored_total', 'counter', { '': 3 }],
    ['gatebook_dropped_bodies_total', 'counter', { '': 6 }],
    ['gatebook_faults_total', 'counter', { '': 1 }],
    ['gatebook_writer_restarts_total', 'counter', { '': 2 }],
    ['gatebook_dropped_total', 'counter', { 'reason=memory': 1, 'reason=budget': 2, 'reason=a"b\\c\nd': 0 }],
    ['gatebook_held', 'gauge', { '': 0 }],
    ['gatebook_held_bytes', 'gauge', { '': 12_345 }],
  ]);
});

test('writes a metric without samples while nothing was dropped', () => {
  const metrics = parseMetrics(metricsText({ ...STATS, drops: {} }));
  expect(metrics.gatebook_dropped_total?.samples).toEqual({});
});
