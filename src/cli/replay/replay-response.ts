import type { Readable } from 'node:stream';
import type { SentHeader } from './given-header.ts';
import type { PlannedRequest } from './planned-request.ts';

/** What a server answered to a replayed request. */
export interface ReplayResponse {
  readonly status: number;
  readonly headers: readonly SentHeader[];
  /** The first bytes of the body. */
  readonly body: Uint8Array;
  /** The size of the body, as far as it was read. */
  readonly bytes: number;
  /** Whether the body was read to its end. */
  readonly isComplete: boolean;
}

/** Sends a request with these further headers. Rejects if there is no response. */
export type Send = (
  request: PlannedRequest,
  headers: readonly SentHeader[],
  signal: AbortSignal,
) => Promise<ReplayResponse>;

/** Bytes of a body that are kept, and that are read before the connection is closed. */
const MAX_KEPT = 1_000_000;
const MAX_READ = 50_000_000;

/** Reads a body up to its end, the limit, or until the signal of its request aborts. */
export async function readBody(
  stream: Readable,
): Promise<Pick<ReplayResponse, 'body' | 'bytes' | 'isComplete'>> {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let bytes = 0;
  const result = (isComplete: boolean) => ({ body: Buffer.concat(chunks), bytes, isComplete });
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      const start = chunk.subarray(0, MAX_KEPT - kept);
      if (start.length > 0) chunks.push(start);
      kept += start.length;
      if (bytes > MAX_READ) return result(false);
    }
    return result(true);
  } catch {
    return result(false);
  }
}
