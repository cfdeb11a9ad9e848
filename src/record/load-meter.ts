import type { Activity } from '../profile/profile.ts';
import { type Holder, LoopHolds } from './loop-holds.ts';

type Measure = 'cpu' | 'loopDelay' | 'held' | 'waitedFor';

/** Minimum time between two readings of the CPU clock. */
const CPU_READ_MS = 1;
/** The share of a request that its CPU time may miss, because other requests have read the clock shortly before. */
const MAX_CPU_ERROR = 0.05;
/** How often the event loop is checked for delay. */
const TICK_MS = 20;
/** Ticks remembered: a longer request only knows about the last of them. */
const MAX_TICKS = 512;
/** The timer stops after this many ticks without a request. */
const MAX_IDLE_TICKS = 250;

/** The load of one request or job: its CPU time, and how long it and others held the event loop. */
export class RequestLoad {
  readonly #meter: LoadMeter;
  /** Released at the end, as the trail releases its request. */
  #holder: Holder | null;
  readonly #startedAt: number;
  readonly #cpuAtStart: number;
  readonly #firstTick: number;

  constructor(meter: LoadMeter, holder: Holder, startedAt: number) {
    this.#meter = meter;
    this.#holder = holder;
    this.#startedAt = startedAt;
    this.#cpuAtStart = meter.cpuAt(startedAt);
    this.#firstTick = meter.startRequest();
    this.seenAt(startedAt);
  }

  /** Its code runs now. */
  seenAt(now: number): void {
    if (this.#holder) this.#meter.holds.enter(this.#holder, now);
  }

  end(): void {
    this.#holder = null;
    this.#meter.endRequest();
  }

  /** Call it when the request ends. It takes time, so only details that are kept have it. */
  measure(holder: Holder, endedAt: number): Pick<Activity, Measure> {
    if (!this.#meter.isRunning) return {};
    const startedAt = this.#startedAt;
    const load: { -readonly [Key in Measure]?: Activity[Key] } = {};
    const cpu = this.#meter.cpuSince(this.#cpuAtStart, startedAt, endedAt);
    if (cpu !== undefined) load.cpu = cpu;
    const delay = this.#meter.delaySince(this.#firstTick, startedAt, endedAt);
    if (delay !== undefined) load.loopDelay = delay;
    const held = this.#meter.holds.longestOf(holder, startedAt, endedAt);
    if (held > 0) load.held = Math.round(held * 1000);
    const other = this.#meter.holds.longestOfOthers(holder, startedAt, endedAt);
    if (other) load.waitedFor = { seq: other.seq, duration: Math.round(other.duration * 1000) };
    return load;
  }
}

/** Measures the CPU time and event-loop delay of one book's requests, with one timer for all of them. */
export class LoadMeter {
  readonly #delays = new Float64Array(MAX_TICKS);
  readonly #tickTimes = new Float64Array(MAX_TICKS);
  isRunning = false;
  #cpu = 0;
  #cpuReadAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #ticks = 0;
  #nextTickAt = 0;
  #requests = 0;
  #idleTicks = 0;
  readonly holds = new LoopHolds();

  /** Starts measuring; returns a function that stops. */
  start(): () => void {
    this.isRunning = true;
    return () => {
      this.isRunning = false;
      this.#requests = 0;
      this.#stopTimer();
    };
  }

  /** Call when a request or job starts; `null` if nothing is measured. */
  follow(holder: Holder, startedAt: number): RequestLoad | null {
    return this.isRunning ? new RequestLoad(this, holder, startedAt) : null;
  }

  /** CPU time of this thread so far, in microseconds. `now` is a value of `performance.now()`. */
  cpuAt(now: number): number {
    if (now - this.#cpuReadAt >= CPU_READ_MS) this.#readCpu(now);
    return this.#cpu;
  }

  /** CPU time since an earlier reading, in microseconds; `undefined` if the request was too short to measure. */
  cpuSince(before: number, startedAt: number, now: number): number | undefined {
    const length = now - startedAt;
    if (length < CPU_READ_MS) return undefined;
    if (now - this.#cpuReadAt > length * MAX_CPU_ERROR) this.#readCpu(now);
    return Math.min(this.#cpu - before, Math.round(length * 1000));
  }

  /** Returns the number of the next tick, for `delaySince`. */
  startRequest(): number {
    this.#requests++;
    if (!this.#timer) this.#startTimer();
    return this.#ticks;
  }

  endRequest(): void {
    this.#requests = Math.max(0, this.#requests - 1);
  }

  /** The longest event-loop delay during the request, in microseconds; `undefined` if no tick was due. */
  delaySince(firstTick: number, startedAt: number, now: number): number | undefined {
    let longest = now - Math.max(this.#nextTickAt, startedAt);
    for (let tick = Math.max(firstTick, this.#ticks - MAX_TICKS); tick < this.#ticks; tick++) {
      const slot = tick % MAX_TICKS;
      // A delay that began before the request arrived counts only from its arrival.
      const delay = Math.min(this.#delays[slot] ?? 0, (this.#tickTimes[slot] ?? 0) - startedAt);
      longest = Math.max(longest, delay);
    }
    if (longest <= 0) return this.#ticks > firstTick ? 0 : undefined;
    return Math.round(longest * 1000);
  }

  #readCpu(now: number): void {
    // Node 22 has no CPU clock per thread.
    const { user, system } = process.threadCpuUsage ? process.threadCpuUsage() : process.cpuUsage();
    this.#cpu = user + system;
    this.#cpuReadAt = now;
  }

  #startTimer(): void {
    this.#idleTicks = 0;
    this.#nextTickAt = performance.now() + TICK_MS;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  #stopTimer(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    const now = performance.now();
    const slot = this.#ticks % MAX_TICKS;
    this.#delays[slot] = Math.max(0, now - this.#nextTickAt);
    this.#tickTimes[slot] = now;
    this.#ticks++;
    this.#nextTickAt = now + TICK_MS;
    this.#idleTicks = this.#requests > 0 ? 0 : this.#idleTicks + 1;
    if (this.#idleTicks > MAX_IDLE_TICKS) this.#stopTimer();
  }
}
