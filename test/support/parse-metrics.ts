import { expect } from 'vitest';

export interface Metric {
  readonly help: string;
  type: string;
  /** By the values of the labels; for a histogram, after `bucket`, `sum` or `count`. */
  readonly samples: Record<string, number>;
}

const LABELS = String.raw`\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\}`;
const SAMPLE = new RegExp(`^([a-z_]+)(?:${LABELS})? (\\S+)$`);

/** A strict parser of the text format of Prometheus: every line must be HELP, TYPE or a sample of the metric above it. */
export function parseMetrics(text: string): Record<string, Metric> {
  expect(text.endsWith('\n')).toBe(true);
  const metrics: Record<string, Metric> = {};
  let current: [name: string, metric: Metric] | undefined;
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const help = /^# HELP ([a-z_]+) (.+)$/.exec(line);
    const type = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/.exec(line);
    const sample = SAMPLE.exec(line);
    if (help) {
      const [, name = '', text = ''] = help;
      expect(metrics).not.toHaveProperty(name);
      current = [name, { help: text, type: '', samples: {} }];
      metrics[name] = current[1];
    } else if (type && current) {
      expect(type[1]).toBe(current[0]);
      current[1].type = type[2] ?? '';
    } else if (sample && current) {
      const [metric, { samples }] = current;
      const [, name = '', labels = '', number] = sample;
      const part = current[1].type === 'histogram' ? /_(bucket|sum|count)$/.exec(name) : null;
      expect(part ? name.slice(0, part.index) : name).toBe(metric);
      const values = [...labels.matchAll(/[a-z_]+="((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) =>
        value.replace(/\\(.)/g, (_, char) => (char === 'n' ? '\n' : char)),
      );
      expect(number).toMatch(part?.[1] === 'sum' ? /^\d+(\.\d+)?$/ : /^\d+$/);
      const key = [...(part ? [part[1]] : []), ...values].join(' ');
      expect(Object.keys(samples)).not.toContain(key);
      samples[key] = Number(number);
    } else {
      expect.fail(`not a line of the format: ${line}`);
    }
  }
  for (const { type, samples } of Object.values(metrics)) if (type === 'histogram') checkHistogram(samples);
  return metrics;
}

/** The buckets of each series rise in both bound and count, and end with all of them. */
function checkHistogram(samples: Record<string, number>): void {
  const last = new Map<string, { bound: number; count: number }>();
  for (const [key, count] of Object.entries(samples)) {
    if (!key.startsWith('bucket ')) continue;
    const end = key.lastIndexOf(' ');
    const [series, le] = [key.slice('bucket '.length, end), key.slice(end + 1)];
    const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le);
    const before = last.get(series) ?? { bound: 0, count: 0 };
    expect(bound).toBeGreaterThan(before.bound);
    expect(count).toBeGreaterThanOrEqual(before.count);
    last.set(series, { bound, count });
  }
  const keys = Object.keys(samples).filter((key) => !key.startsWith('bucket '));
  expect(keys.toSorted()).toEqual(
    [...last.keys()].flatMap((key) => [`sum ${key}`, `count ${key}`]).toSorted(),
  );
  for (const [key, { bound, count }] of last) {
    expect(bound).toBe(Number.POSITIVE_INFINITY);
    expect(samples[`count ${key}`]).toBe(count);
  }
}
