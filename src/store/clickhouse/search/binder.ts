import type { Param, Params } from '../engine/engine.ts';

/** Collects the values of a statement, which are always bound and never become part of its text. */
export interface Binder {
  readonly params: Params;
  /** Returns the placeholder to put into the statement. */
  bind(type: string, value: Param): string;
}

export function createBinder(): Binder {
  const params: Record<string, Param> = {};
  let bound = 0;
  return {
    params,
    bind(type, value) {
      const name = `p${bound++}`;
      params[name] = value;
      return `{${name}:${type}}`;
    },
  };
}

/** The range of DateTime64, in microseconds. */
const EARLIEST = Date.UTC(1900, 0, 1) * 1000;
const LATEST = Date.UTC(2299, 11, 31) * 1000;

export function bindTime({ bind }: Binder, micros: number): string {
  return `fromUnixTimestamp64Micro(${bind('Int64', Math.min(LATEST, Math.max(EARLIEST, Math.floor(micros))))}, 'UTC')`;
}
