import { lookup } from 'node:dns/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect, isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { CollectorAddress } from '../../../store/remote/address.ts';

/** Each step is given up after this time, in ms. */
const STEP_MS = 5000;

/** A collector, by the address that its name was resolved to. */
export interface Target {
  readonly origin: string;
  readonly isTls: boolean;
  readonly hostname: string;
  readonly port: number;
  readonly ip: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Question {
  readonly method?: string;
  readonly key?: string;
  readonly body?: string | Buffer;
}

/** The addresses of its name, and those that a key may be sent to. */
export async function resolveName({ origin, isTls, accepts }: CollectorAddress): Promise<{
  readonly target: Omit<Target, 'ip'>;
  readonly found: readonly string[];
  readonly accepted: readonly string[];
}> {
  const url = new URL(origin);
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (isTls ? 443 : 80));
  const late = new Promise<never>((_, reject) =>
    setTimeout(reject, STEP_MS, new Error('the name server does not answer')).unref(),
  );
  const found = (await Promise.race([lookup(hostname, { all: true }), late])).map(({ address }) => address);
  return { target: { origin, isTls, hostname, port }, found, accepted: found.filter(accepts) };
}

/** Connects and hangs up. */
export function reach({ ip, port }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: ip, port, timeout: STEP_MS });
    socket.on('timeout', () => socket.destroy(new Error(`no answer after ${STEP_MS} ms`)));
    socket.on('error', reject).on('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}

export interface Certificate {
  /** A code of OpenSSL or Node, if Node does not trust it. */
  readonly problem: string | null;
  readonly names: string;
  readonly expires: Date;
}

/** The certificate that it shows, trusted or not. Nothing is sent. */
export function readCertificate({ ip, port, hostname }: Target): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const options = { host: ip, port, timeout: STEP_MS, ...nameOf(hostname), rejectUnauthorized: false };
    const socket: TLSSocket = connectTls(options, () => {
      const { subjectaltname, subject, valid_to } = socket.getPeerCertificate();
      const problem = (socket.authorizationError as unknown as string | null | undefined) ?? null;
      const names = subjectaltname ?? String(subject?.CN ?? 'no name');
      resolve({ problem, names, expires: new Date(valid_to) });
      socket.destroy();
    });
    socket.on('timeout', () => socket.destroy(new Error(`no answer after ${STEP_MS} ms`)));
    socket.on('error', reject);
  });
}

/** An address has no name for TLS to ask for. */
function nameOf(hostname: string) {
  return isIP(hostname) ? {} : { servername: hostname };
}

/** Sends a request. With a body, it is sent when the other side does not refuse its size. */
export async function ask(target: Target, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', key, body } = question;
  const { origin, isTls, hostname, port, ip } = target;
  const options = { host: ip, port, ...nameOf(hostname), path, method, agent: false as const };
  const sent = (isTls ? requestTls : requestPlain)({
    ...options,
    signal: AbortSignal.timeout(STEP_MS),
    headers: {
      Host: new URL(origin).host,
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body), Expect: '100-continue' }),
    },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
    if (body === undefined) sent.end();
    else sent.on('continue', () => sent.end(body)).flushHeaders();
  });
  const answer = { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  sent.destroy();
  return answer;
}
