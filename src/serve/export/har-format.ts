/** HAR 1.2, as far as we write it. Fields of our own start with an underscore, as the format asks. */

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

/** In milliseconds. `send`, `wait` and `receive` add up to the time of the entry. */
export interface HarTimings {
  readonly blocked: -1;
  readonly dns: -1;
  readonly connect: -1;
  readonly ssl: -1;
  readonly send: number;
  readonly wait: number;
  readonly receive: number;
}

interface HarMessage {
  readonly httpVersion: string;
  readonly cookies: readonly HarPair[];
  readonly headers: readonly HarPair[];
  /** -1 is "not known". */
  readonly headersSize: -1;
  readonly bodySize: number;
  readonly comment?: string;
}

export interface HarRequest extends HarMessage {
  readonly method: string;
  readonly url: string;
  readonly queryString: readonly HarPair[];
}

export interface HarResponse extends HarMessage {
  readonly status: number;
  readonly statusText: string;
  readonly content: { readonly size: number; readonly mimeType: string; readonly comment: string };
  readonly redirectURL: string;
}

export interface HarEntry {
  readonly startedDateTime: string;
  /** In milliseconds. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: HarTimings;
  readonly comment?: string;
  readonly _token: string;
  readonly _parent: string | null;
  readonly _kind: string;
  readonly _clientIp: string;
  readonly _client: string;
  readonly _route: string;
  readonly _error: string;
  readonly _trace: string;
}

export interface HarLog {
  readonly version: '1.2';
  readonly creator: { readonly name: string; readonly version: string };
  readonly entries: readonly HarEntry[];
  readonly comment?: string;
}
