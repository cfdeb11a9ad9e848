import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Seq, Tokens } from '../../profile/token.ts';
import { editResponse } from './edit-response.ts';
import { type Bar, barFor, injectBar } from './inject.ts';

const HOST = /^[\x21-\x7e]+$/;

export interface ToolbarOptions {
  /** The path of the page. */
  readonly base: string;
  /** `null` until the book is open. */
  readonly tokens: () => Tokens | null;
}

/** Called for each recorded request as soon as its seq is known. */
export type Toolbar = (request: IncomingMessage, response: object, seq: Seq) => void;

/**
 * Adds the token of a request to its response, and a toolbar or a link to HTML pages. The caller decides which requests get them.
 */
export function createToolbar({ base, tokens }: ToolbarOptions): Toolbar {
  // The script may change when the app restarts with another version.
  const script = `${base}/assets/toolbar.js?v=${Date.now().toString(36)}`;

  return (request, response, seq) => {
    const known = tokens();
    if (!known || !(response instanceof ServerResponse)) return;
    const token = known.tokenOf(seq);
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    const bars: Readonly<Record<Bar, string>> = {
      toolbar: `<script type="module" src="${script}" data-gatebook="${token}"></script>`,
      link: `<p><a href="${base}/${token}">Gatebook: profile ${token}</a></p>\n`,
    };
    const host = request.headers.host ?? '';
    // A lenient parser accepts line ends in a header.
    const link = HOST.test(host) ? `X-Debug-Token-Link: ${scheme}://${host}${base}/${token}\r\n` : '';
    editResponse(response, {
      // Server-Timing lets the toolbar find the tokens of requests that the page makes, through the Performance API.
      headers: `X-Debug-Token: ${token}\r\n${link}Server-Timing: gatebook;desc="${token}"\r\n`,
      editBody(body, head) {
        const bar = barFor(request, head);
        return bar && injectBar(body, bars[bar]);
      },
    });
  };
}
