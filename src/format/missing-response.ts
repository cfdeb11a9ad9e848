import { ABORTED, PROCESS_EXITED } from '../profile/entry.ts';

/** Why a request has no response, by its error class. */
export function missingResponse(error: string): string {
  if (error === PROCESS_EXITED) return 'Process exited before the response';
  if (error === ABORTED) return 'Client closed the connection before the response';
  return 'Connection closed before the response';
}
