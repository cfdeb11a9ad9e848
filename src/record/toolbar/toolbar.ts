import { type IncomingMessage, ServerResponse } from 'node:http';
import { isFromThisMachine } from '../../net/loopback.ts';
import type { Seq, Tokens } from '../../profile/token.ts';
import { editResponse } from './edit-response.ts';
import { canInject, injectBar } from './inject.ts';

export interface ToolbarOptions {
  /** Where the page stands. */
  readonly base: string;
  /** `null` as long as the book is not open: then nothing is told. */
  readonly tokens: () => Tokens | null;
}

/** Told of each request that is recorded, when its number is known. */
export type Toolbar = (request: IncomingMessage, response: object, seq: Seq) => void;

/**
 * In development an answer says by which token it is found again, and an HTML page carries a bar that shows it. Only
 * whoever sits at this machine is told: nothing a request says, and no environment, widens that.
 */
export function createToolbar({ base, tokens }: ToolbarOptions): Toolbar {
  // Another start of the app may bring another version of the script.
  const script = `${base}/assets/toolbar.js?v=${Date.now().toString(36)}`;

  return (request, response, seq) => {
    const known = tokens();
    if (!known || !(response instanceof ServerResponse) || !isFromThisMachine(request)) return;
    const token = known.tokenOf(seq);
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    const bar = `<script type="module" src="${script}" data-gatebook="${token}"></script>`;
    editResponse(response, {
      head() {
        response.setHeader('X-Debug-Token', token);
        response.setHeader('X-Debug-Token-Link', `${scheme}://${request.headers.host}${base}/${token}`);
        // How the bar learns of what the page fetches: a browser tells a page of it without being watched.
        response.appendHeader('Server-Timing', `gatebook;desc="${token}"`);
      },
      isEdited: () => canInject(request, response),
      body: (chunk) => injectBar(chunk, bar),
    });
  };
}
