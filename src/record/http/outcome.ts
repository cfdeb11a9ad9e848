import { Socket } from 'node:net';
import type { Stage } from '../../pipeline/draft/draft.ts';
import { ABORTED, PROCESS_EXITED, STATUS_ABORTED } from '../../profile/entry.ts';
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
  /** Why the response is not complete. Empty if the client ended it early: it may have had enough of a stream or a download. */
  readonly error: string;
  /** What ended the response early; empty if it is complete, and if it was the app. */
  readonly endedBy: string;
}

const THE_CLIENT = 'the client, before the end of the response';

/** Why a write to a client that has gone fails. */
const CLIENT_GONE: readonly unknown[] = ['ECONNRESET', 'EPIPE'];

/** What responded instead of a route: the framework's error or not-found handling. */
export interface ErrorStage {
  readonly seq: Seq | null;
  readonly startedAt: number;
  readonly error: unknown;
}

export interface Ending extends Outcome {
  /** No route responded. */
  readonly isNotFound: boolean;
  readonly stage: ErrorStage | null;
  readonly exception: Exception | null;
  /** That error, if it ended the request. */
  readonly fatal: Exception | null;
}

/**
 * If the app failed after sending headers, `statusCode` may differ from what the client got.
 * @param endedBy what ends the process; empty if it goes on
 */
export function outcomeOf(exchange: Exchange, endedBy: string): Outcome {
  const { response, socket, bytesBefore } = exchange;
  if (endedBy !== '' && socket instanceof Socket) {
    // Bytes in the socket's buffer never reach the client.
    const isSent = wasSent(response) && hasStarted(socket, bytesBefore);
    const isWritten = response.writableEnded && socket.writableLength === 0;
    return outcome(exchange, isSent, isSent && (isComplete(response, socket) || isWritten), endedBy);
  }
  return outcome(exchange, wasSent(response), isComplete(response, socket), endedBy);
}

function outcome({ response, socket }: Exchange, isSent: boolean, isDone: boolean, by: string): Outcome {
  const status = isSent ? statusOf(response) : STATUS_ABORTED;
  if (isDone) return { status, error: '', endedBy: '' };
  if (by !== '') return { status, error: PROCESS_EXITED, endedBy: by };
  if (isSent && isClientGone(response, socket)) return { status, error: '', endedBy: THE_CLIENT };
  return { status, error: ABORTED, endedBy: '' };
}

/** A socket that the app has destroyed did not end, and has no error of the network. */
function isClientGone({ isCancelled = false }: ResponseLike, socket: SocketLike): boolean {
  if (!(socket instanceof Socket)) return isCancelled;
  return socket.readableEnded || CLIENT_GONE.includes(Object(socket.errored).code);
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
