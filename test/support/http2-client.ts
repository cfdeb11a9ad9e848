import { once } from 'node:events';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { withKey } from './key.ts';

export interface Http2Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends all requests at once on one connection. */
export async function requestHttp2(port: number, paths: readonly string[]): Promise<Http2Response[]> {
  const session = connect(`http://127.0.0.1:${port}`).on('error', () => {});
  try {
    return await Promise.all(paths.map((path) => requestOn(session, { ':path': path })));
  } finally {
    session.close();
  }
}

export async function requestOn(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body?: string,
): Promise<Http2Response> {
  const stream = session.request(withKey(headers[':path'] ?? '', headers));
  // A connection that is reset after the answer must not fail another test.
  stream.on('error', () => {});
  stream.end(body);
  const [response] = await once(stream, 'response');
  return { status: response[':status'], headers: response, body: await text(stream) };
}
