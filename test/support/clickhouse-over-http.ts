import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { drainPending, Session } from 'chdb';

/** The part of ClickHouse's HTTP interface that its client uses, on top of chdb. */
export interface HttpClickHouse {
  readonly port: number;
  /** Runs the next insert, then closes the connection without a response. */
  dropNextResponse(): void;
  /** The query parameters of all requests so far. */
  readonly requests: readonly URLSearchParams[];
  close(): Promise<void>;
}

const INSERT = /^INSERT INTO (\w+) \(([^)]*)\)\s+FORMAT (\w+)$/i;
/** Parameters that chdb does not accept as settings. */
const NOT_SETTINGS =
  /^(query|query_id|database|default_format|session_id|wait_end_of_query|enable_http_compression|role|param_.*|async_insert.*|wait_for_async_insert)$/;

export async function startHttpClickHouse(folder: string): Promise<HttpClickHouse> {
  const session = new Session(folder);
  const requests: URLSearchParams[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  let dropNext = false;

  async function run(params: URLSearchParams, body: Buffer): Promise<string> {
    const database = params.get('database');
    await session.queryAsync(`USE ${/^\w+$/.exec(database ?? '')?.[0] ?? 'default'}`);
    const sql = params.get('query') ?? body.toString();
    const settings = Object.fromEntries([...params].filter(([name]) => !NOT_SETTINGS.test(name)));
    const [, table = '', columns = '', format] = INSERT.exec(sql.trim()) ?? [];
    if (format === 'JSONCompactEachRow') {
      const names = columns.split(',').map((name) => name.trim().replaceAll('`', ''));
      await session.insert({ table, columns: names, values: body, format, settings });
      return '';
    }
    const set = [...params]
      .filter(([name]) => name.startsWith('param_'))
      .map(([name, value]) => `SET ${name} = '${value.replace(/[\\']/g, '\\$&')}';`);
    return (await session.queryAsync(`${set.join(' ')} ${sql}`, { format: 'TabSeparated' })).text();
  }

  const server = createServer(async (request, response) => {
    const params = new URL(request.url ?? '/', 'http://localhost').searchParams;
    requests.push(params);
    try {
      const body = await read(request);
      // A session runs one query at a time.
      const result = queue.then(() => run(params, body));
      queue = result.catch(() => {});
      const text = await result;
      if (dropNext && INSERT.test((params.get('query') ?? '').trim())) {
        dropNext = false;
        response.destroy();
        return;
      }
      response.end(text);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = /Code: (\d+)/.exec(message)?.[1] ?? '1000';
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': code }).end(message);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    dropNextResponse: () => {
      dropNext = true;
    },
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await queue;
      session.close();
      await drainPending();
    },
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const body = await buffer(request);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}
