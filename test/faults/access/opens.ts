import type { Answer } from './answer.ts';
import type { Connection, Sent } from './connection.ts';
import { RIGHT, RIGHT_LOGIN } from './credentials.ts';
import { type Headers, LOCAL_HOST } from './dimensions.ts';
import { isCanonical, isFromThisMachine, type Received } from './oracle.ts';
import type { Pair } from './pairs.ts';
import { BASE, type Route } from './route-table.ts';
import { SPELLING_NAMES, spell } from './spellings.ts';

const CASE = { 'X-Case': 'opens' };

/** The routes that do not open with the key: without this, a door that never opens would pass every other check. */
export async function closedRoutes(pair: Pair, routes: readonly Route[]): Promise<string[]> {
  const [connection, bare] = [pair.connect(), pair.connectBare()];
  const closed: string[] = [];
  for (const { method, pattern, rest } of routes.filter((route) => !route.pattern.startsWith('/login'))) {
    const sent = request(method, BASE + rest, RIGHT.key);
    const answer = await connection.send(sent);
    const isOpen = answer.status !== 401 && answer.bytes !== (await bare.send(sent)).bytes;
    if (!isOpen) closed.push(`${method} ${pattern}: ${answer.status}`);
  }
  const sent = request('POST', `${BASE}/login`, {}, RIGHT_LOGIN);
  const received = await receivedBy(pair, bare, sent);
  // The form is on the locked page, which others do not get.
  const isShown = received !== null && isFromThisMachine(received);
  const login = await connection.send(sent);
  if (hasCookie(login) !== isShown) closed.push(`POST /login: ${login.status}`);
  connection.close();
  bare.close();
  return closed;
}

/** What is wrong with a login link: no other spelling or method may spend it, and it works once. Afterwards it is spent. */
export async function loginLinkFaults(
  pair: Pair,
  code: string,
  methods: readonly string[],
): Promise<string[]> {
  const [connection, bare] = [pair.connect(), pair.connectBare()];
  const path = { base: BASE, rest: `/login/${code}` };
  const link = request('GET', BASE + path.rest);
  const others = [
    ...SPELLING_NAMES.map((name) => request('GET', spell(name, path))),
    ...methods.map((method) => request(method, link.target)),
  ];
  const faults: string[] = [];
  for (const sent of others) {
    const received = await receivedBy(pair, bare, sent);
    // Some proxies make another spelling the canonical one.
    if (received?.method === 'GET' && isCanonical(received.url)) continue;
    if (hasCookie(await connection.send(sent)))
      faults.push(`${sent.method} ${JSON.stringify(sent.target)}: a cookie`);
  }
  if (!hasCookie(await connection.send(link))) faults.push('the link: no cookie');
  if (hasCookie(await connection.send(link))) faults.push('the link, used again: a cookie');
  connection.close();
  bare.close();
  return faults;
}

/** The request as it arrives at the app. */
async function receivedBy(pair: Pair, bare: Connection, sent: Sent): Promise<Received | null> {
  pair.received.delete(CASE['X-Case']);
  await bare.send(sent);
  return pair.received.get(CASE['X-Case']) ?? null;
}

function request(method: string, target: string, headers: Headers = {}, body = ''): Sent {
  return { method, target, host: LOCAL_HOST, headers: { ...headers, ...CASE }, body };
}

function hasCookie({ head }: Answer): boolean {
  return /^set-cookie: (?:__Secure-)?gatebook-/im.test(head);
}
