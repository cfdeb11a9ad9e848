import type { Entry } from './entry.ts';

/** A header as it is kept: `null` stands for a value that was withheld. */
export type Header = readonly [name: string, value: string | null];

export interface Exception {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause: Exception | null;
}

/** The heavy part of a profile, kept by policy and read only when a profile is opened. */
export interface Detail {
  readonly httpVersion: string;
  /** The address of the socket itself, whatever the client address was derived from. */
  readonly socketIp: string;
  readonly requestHeaders: readonly Header[];
  readonly responseHeaders: readonly Header[];
  readonly exception: Exception | null;
}

export interface Profile {
  readonly entry: Entry;
  readonly detail: Detail | null;
}
