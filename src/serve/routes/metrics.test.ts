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
    const sample = /^([a-z_]+)\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\} (\S+)$/.exec(line);
    if (help) {
      const [, name = '', text = ''] = help;
      expect(metrics).not.toHaveProperty(name);
      current = [name, { help: text, type: '', samples: {} }];
      metrics[name] = current[1];
    } else if (type && current) {
      expect(type[1]).toBe(current[0]);
      current[1].type = type[2] ?? '';
    } else if (sample && current) {
      const [, name, labels = '', number] = sample;
      expect(name).toBe(current[0]);
      const values = [...labels.matchAll(/[a-z_]+="((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) =>
        value.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char)),
      );
      expect(number).toMatch(/^\d+$/);
      const key = values.join(' ');
      expect(current[1].samples).not.toHaveProperty([key]);
      current[1].samples[key] = Number(number);
    } else {
      expect.fail(`not a line of the format: ${line}`);
    }
  }
  return metrics;
}

const process = { service: 'shop', instance: 'web-1:7', release: '1.0.0' };

test('writes counters and gauges that Prometheus can parse', () => {
  const metrics = parseMetrics(metricsText([{ process, stats: STATS }]));
  const plain = Object.entries(metrics).map(([name, { type, samples }]) => [name, type, samples]);
  const one = (value: number) => ({ 'shop web-1:7 1.0.0': value });
  expect(plain).toEqual([
    ['gatebook_recorded_total', 'counter', one(10)],
    ['gatebook_stored_total', 'counter', one(7)],
    ['gatebook_ignored_total', 'counter', one(3)],
    ['gatebook_dropped_bodies_total', 'counter', one(6)],
    ['gatebook_faults_total', 'counter', one(1)],
    ['gatebook_writer_restarts_total', 'counter', one(2)],
    ['gatebook_held', 'gauge', one(0)],
    ['gatebook_held_bytes', 'gauge', one(12_345)],
    [
      'gatebook_dropped_total',
      'counter',
      {
        'shop web-1:7 1.0.0 memory': 1,
        'shop web-1:7 1.0.0 budget': 2,
        'shop web-1:7 1.0.0 a"b\\c\nd': 0,
      },
    ],
  ]);
});

test('has one value for each process, and adds up the books of one process', () => {
  const other = { ...process, instance: 'a"b\\c\nd' };
  const metrics = parseMetrics(
    metricsText([process, other, process].map((info) => ({ process: info, stats: STATS }))),
  );
  expect(metrics.gatebook_recorded_total?.samples).toEqual({
    'shop web-1:7 1.0.0': 20,
    'shop a"b\\c\nd 1.0.0': 10,
  });
});

test('writes a metric without samples while nothing was dropped', () => {
  const metrics = parseMetrics(metricsText([{ process, stats: { ...STATS, drops: {} } }]));
  expect(metrics.gatebook_dropped_total?.samples).toEqual({});
});
