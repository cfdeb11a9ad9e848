import { Socket } from 'node:net';
import type { Stage } from '../../pipeline/draft/draft.ts';
import { STATUS_ABORTED } from '../../profile/entry.ts';
import type { Exception } from '../../profile/profile.ts';
import type { Seq } from '../../profile/token.ts';
import { micros } from '../clock.ts';
import type { OpenSubRequest } from '../trail-items.ts';
import type { ResponseLike, SocketLike } from './exchange.ts';
import { safeCount, sentStatus, wasSent } from './sent-headers.ts';

/** A response when its request ends, or when the process does. */
export interface Exchange {
  readonly response: ResponseLike;
  readonly socket: SocketLike;
  /** The bytes that were written to the socket before the response. */
  readonly bytesBefore: number;
}

/** What the client got. */
export interface Outcome {
  readonly status: number;
  readonly isComplete: boolean;
}

/** What responded instead of a route: the framework's error or not-found handling. */
export interface ErrorStage {
  readonly seq: Seq | null;
  readonly startedAt: number;
  readonly error: unknown;
}

/** How a request has ended, and with which error. */
export interface Ending extends Outcome {
  /** No route responded. */
  readonly isNotFound: boolean;
  readonly stage: ErrorStage | null;
  /** The error to show. */
  readonly exception: Exception | null;
  /** That error, if it ended the request. */
  readonly fatal: Exception | null;
  /** The class of `fatal`, or why the response is not complete. */
  readonly error: string;
}

/** If the app failed after sending headers, `statusCode` may differ from what the client got. */
export function outcomeOf({ response, socket }: Exchange): Outcome {
  return {
    status: wasSent(response) ? statusOf(response) : STATUS_ABORTED,
    isComplete: isComplete(response, socket),
  };
}

/** When the process exits, bytes in the socket's buffer never reach the client. */
export function outcomeAtExit(exchange: Exchange): Outcome {
  const { response, socket } = exchange;
  if (!(socket instanceof Socket)) return outcomeOf(exchange);
  const isSent = wasSent(response) && hasStarted(socket, exchange.bytesBefore);
  const isWritten = response.writableEnded && socket.writableLength === 0;
  return {
    status: isSent ? statusOf(response) : STATUS_ABORTED,
    isComplete: isSent && (isComplete(response, socket) || isWritten),
  };
}

function statusOf(response: ResponseLike): number {
  return safeCount(response.statusCode < 400 ? response.statusCode : sentStatus(response));
}

/** An injected request has no real socket: it is complete once the response has ended. */
function isComplete({ errored, writableFinished, writableEnded }: ResponseLike, socket: SocketLike): boolean {
  if (errored) return false;
  return writableFinished || (writableEnded && !(socket instanceof Socket));
}

/** Whether something has left the buffer. A socket that is not corked has passed on at least the beginning of it. */
function hasStarted({ writableLength, writableCorked, bytesWritten }: Socket, bytesBefore: number): boolean {
  if (writableLength > 0 && writableCorked === 0) return true;
  return bytesWritten - writableLength > bytesBefore;
}

/** The error stage and the sub-requests, by start time. */
export function stagesOf(
  error: ErrorStage | null,
  subRequests: readonly OpenSubRequest[],
  endedAt: number,
): readonly Stage[] {
  if (!error) return subRequests;
  const duration = micros(endedAt - error.startedAt);
  const stage = { seq: error.seq, kind: 'error', name: '', duration } as const;
  const after = subRequests.findIndex(({ startedAt }) => startedAt > error.startedAt);
  const stages: Stage[] = [...subRequests];
  stages.splice(after < 0 ? subRequests.length : after, 0, stage);
  return stages;
}
