import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { withKey } from './key.ts';

export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Resolves when either side has closed the connection. */
  readonly ended: Promise<unknown>;
  /** Comments received so far, such as keep-alives. */
  readonly comments: string[];
  abort(): void;
}

/** Reads server-sent events like a browser: only complete events count. */
export async function openEventStream(
  port: number,
  path: string,
  lastEventId: string,
  onEvent: (event: StreamEvent) => void,
): Promise<EventStream> {
  const headers = withKey(path, lastEventId === '' ? {} : { 'Last-Event-ID': lastEventId });
  const sent = request({ host: '127.0.0.1', port, path, agent: false, headers }).end();
  sent.on('error', () => {});
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const comments: string[] = [];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) read(block);
  });
  response.on('error', () => {});

  function read(block: string): void {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]));
    const [comment, data] = [fields.get(''), fields.get('data')];
    if (comment !== undefined) comments.push(comment);
    if (data !== undefined)
      onEvent({ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) });
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    ended: new Promise((resolve) => response.once('close', resolve)),
    comments,
    abort: () => sent.destroy(),
  };
}
