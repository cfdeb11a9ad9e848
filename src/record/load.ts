/** What the thread has computed is read at most this often, however many requests come. */
const FRESH_MS = 1;
/** How often it is looked whether the event loop is on time. */
const TICK_MS = 20;
/** So many looks are remembered. A request that takes longer has its delay of the last of them. */
const REMEMBERED = 512;
/** After so many looks without a request nobody looks any more. */
const IDLE_TICKS = 250;
/** What is told of a time before the panel was on. */
const OFF = -1;

const lateBy = new Float64Array(REMEMBERED);
const lookedAt = new Float64Array(REMEMBERED);
let on = false;
let cpu = 0;
let cpuReadAt = Number.NEGATIVE_INFINITY;
let timer: NodeJS.Timeout | null = null;
let ticks = 0;
let dueAt = 0;
let underWay = 0;
let idle = 0;

/** Starts measuring; returns a function that stops. */
export function startLoad(): () => void {
  on = true;
  return () => {
    on = false;
    stopTicking();
    underWay = 0;
  };
}

/** What this thread has computed until now, in microseconds; `now` is of `performance.now()`. */
export function cpuAt(now: number): number {
  if (!on) return OFF;
  if (now - cpuReadAt >= FRESH_MS) readCpu(now);
  return cpu;
}

/** In microseconds. Of a request shorter than the readings are apart, nothing can be said. */
export function cpuSince(before: number, startedAt: number, now: number): number | undefined {
  if (!on || before === OFF || now - startedAt < FRESH_MS) return undefined;
  readCpu(now);
  return Math.min(cpu - before, Math.round((now - startedAt) * 1000));
}

/** A request begins: so often it was looked until now. */
export function ticksAt(): number {
  if (!on) return OFF;
  underWay++;
  if (!timer) startTicking();
  return ticks;
}

/** A request ends: the longest the loop was late meanwhile, in microseconds; nothing when nobody looked meanwhile. */
export function delaySince(since: number, startedAt: number, now: number): number | undefined {
  if (!on || since === OFF) return undefined;
  underWay = Math.max(0, underWay - 1);
  let longest = now - Math.max(dueAt, startedAt);
  for (let tick = Math.max(since, ticks - REMEMBERED); tick < ticks; tick++) {
    const late = lateBy[tick % REMEMBERED] ?? 0;
    // What held up the loop before it came is not of its time.
    longest = Math.max(longest, Math.min(late, (lookedAt[tick % REMEMBERED] ?? 0) - startedAt));
  }
  if (longest <= 0) return ticks > since ? 0 : undefined;
  return Math.round(longest * 1000);
}

function readCpu(now: number): void {
  const { user, system } = process.threadCpuUsage ? process.threadCpuUsage() : process.cpuUsage();
  cpu = user + system;
  cpuReadAt = now;
}

function startTicking(): void {
  idle = 0;
  dueAt = performance.now() + TICK_MS;
  timer = setInterval(tick, TICK_MS).unref();
}

function stopTicking(): void {
  if (timer) clearInterval(timer);
  timer = null;
}

function tick(): void {
  const now = performance.now();
  lateBy[ticks % REMEMBERED] = Math.max(0, now - dueAt);
  lookedAt[ticks % REMEMBERED] = now;
  ticks++;
  dueAt = now + TICK_MS;
  idle = underWay > 0 ? 0 : idle + 1;
  if (idle > IDLE_TICKS) stopTicking();
}
