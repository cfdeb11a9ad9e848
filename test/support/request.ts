import { once } from 'node:events';
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { withKey } from './key.ts';

export interface TestResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with arbitrary headers, which fetch does not allow. Requests for the page have the key. */
export async function sendRequest(
  port: number,
  path: string,
  options: RequestOptions = {},
): Promise<TestResponse> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    agent: false,
    ...options,
    headers: withKey(path, options.headers as object | undefined),
  }).end();
  // A connection that is reset after the answer must not fail another test.
  sent.on('error', () => {});
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}
