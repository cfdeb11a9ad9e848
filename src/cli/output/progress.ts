import { countText } from '../../format/count-text.ts';
import { formatDuration } from '../../format/units.ts';
import { terminalOf } from './terminal.ts';
import { cutToWidth } from './text-width.ts';

export interface Progress {
  update(done: number, total: number): void;
  stop(): void;
}

/** Shorter work has no progress line. */
const QUIET_MS = 500;
const REDRAW_MS = 100;
/** Earlier, the rate says little. */
const SETTLE_MS = 1000;
/** Back to the start of the line, and delete it. */
const CLEAR = '\r\u001b[K';

/** A line on stderr with rate and time left, if that is a terminal: `120,000 of 900,000 profiles (13%), 60,000/s, 13 s left`. */
export function startProgress(noun: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  const started = Date.now();
  const { columns } = terminalOf(stream);
  let drawn = 0;
  return {
    update(done, total) {
      const now = Date.now();
      if (columns === null || total === 0 || now - started < QUIET_MS || now - drawn < REDRAW_MS) return;
      drawn = now;
      const text = progressText({ done, total, ms: now - started, noun });
      stream.write(`${CLEAR}${cutToWidth(text, columns - 1, 'end')}`);
    },
    stop() {
      if (drawn > 0) stream.write(CLEAR);
      drawn = 0;
    },
  };
}

interface Step {
  readonly done: number;
  readonly total: number;
  readonly ms: number;
  readonly noun: string;
}

export function progressText({ done, total, ms, noun }: Step): string {
  const percent = total > 0 ? Math.floor((done / total) * 100) : 100;
  const amount = `${countText(done)} of ${countText(total)} ${noun} (${percent}%)`;
  const perSecond = (done / ms) * 1000;
  if (ms < SETTLE_MS || perSecond <= 0) return amount;
  const left = formatDuration(((total - done) / perSecond) * 1e6);
  return `${amount}, ${countText(Number(perSecond.toPrecision(3)))}/s, ${left} left`;
}
