import { expect, test } from 'vitest';
import type { Micros } from '../../profile/time.ts';
import { Sparkline } from './sparkline.tsx';

const FROM = (Date.UTC(2026, 10, 14, 9) * 1000) as Micros;
const render = (...bins: number[]) =>
  String(<Sparkline bins={bins} from={FROM} step={60e6} zone="Europe/Zagreb" />);

test('has a bar for each bin with requests, the highest as high as the plot', () => {
  expect(render(0, 2, 0, 8)).toContain('d="M1 16v-4h0.8v4zM3 16v-16h0.8v16z"');
});

test('a small count stays visible', () => {
  expect(render(1, 1_000_000)).toContain('M0 16v-1.5h0.8v1.5z');
});

test('says its highest count, and when that was', () => {
  expect(render(0, 1200, 3)).toContain(
    'role="img" aria-label="At most 1,200 in 60 s, from 14-Nov-2026 10:01:00"',
  );
});

test('is not drawn without requests', () => {
  expect(render(0, 0)).toBe('');
  expect(render()).toBe('');
});
