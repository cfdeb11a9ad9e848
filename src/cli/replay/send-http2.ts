import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SentHeader } from './given-header.ts';
import type { PlannedRequest } from './planned-request.ts';
import { type ReplayResponse, readBody, type Send } from './replay-response.ts';
import { connectionTo } from './replay-target.ts';
import { sendHttp1 } from './send-http1.ts';

/** A server that speaks HTTP/2 sends its settings at once, and most others close the connection. */
const SETTINGS_MS = 10_000;

/** Sends a request over HTTP/2, or over HTTP/1.1 if the server does not speak it. */
export const sendHttp2: Send = async (request, more, signal) => {
  const session = connect(request.target.origin, connectionTo(request.target));
  session.on('error', () => {});
  try {
    if (!(await speaksHttp2(session, signal))) return await sendHttp1(request, more, signal);
    return await exchange(session, request, more, signal);
  } finally {
    session.destroy();
  }
};

/** Nothing is sent before this is known, so that a request is never sent twice. */
async function speaksHttp2(session: ClientHttp2Session, signal: AbortSignal): Promise<boolean> {
  const settled = new AbortController();
  const either = AbortSignal.any([signal, settled.signal]);
  try {
    return await Promise.race([
      once(session, 'remoteSettings', { signal: either }).then(
        () => true,
        () => false,
      ),
      sleep(SETTINGS_MS, false, { signal: either }).catch(() => false),
    ]);
  } finally {
    settled.abort();
  }
}

async function exchange(
  session: ClientHttp2Session,
  { method, path, target, headers, body }: PlannedRequest,
  more: readonly SentHeader[],
  signal: AbortSignal,
): Promise<ReplayResponse> {
  const authority = headers.find(([name]) => name === 'host')?.[1] ?? target.authority;
  const sent: OutgoingHttpHeaders = Object.create(null);
  for (const [name, value] of [...headers, ...more]) {
    if (name === 'host') continue;
    const before = sent[name];
    sent[name] =
      before === undefined ? value : [...(Array.isArray(before) ? before : [String(before)]), value];
  }
  const stream = session.request(
    {
      ...sent,
      ':method': method,
      ':path': path,
      ':scheme': target.protocol.slice(0, -1),
      ':authority': authority,
    },
    { signal, endStream: body.length === 0 },
  );
  const answered = once(stream, 'response');
  if (body.length > 0) stream.end(body);
  const [received] = (await answered) as [IncomingHttpHeaders];
  const content = await readBody(stream);
  return { status: Number(received[':status'] ?? 0), headers: pairs(received), ...content };
}

function pairs(received: IncomingHttpHeaders): SentHeader[] {
  return Object.entries(received).flatMap(([name, value]) => {
    if (name.startsWith(':') || value === undefined) return [];
    return [value].flat().map((each): SentHeader => [name, String(each)]);
  });
}
