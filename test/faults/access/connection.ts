import type { Answer } from './answer.ts';
import type { Headers } from './dimensions.ts';

/** A request as it is sent, unchecked. */
export interface Sent {
  readonly method: string;
  readonly target: string;
  readonly host: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface Connection {
  send(request: Sent): Promise<Answer>;
  close(): void;
}
