import type { Answer } from './answer.ts';
import type { Connection } from './connection.ts';
import { RIGHT } from './credentials.ts';
import { judge, type Known, type Verdict } from './oracle.ts';
import type { Pair } from './pairs.ts';
import { CREDENTIALS, type Trial } from './trials.ts';

export interface Tally {
  /** Requests to the app with the page. */
  readonly requests: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** The first few requests of each kind that got what they must not get. */
  readonly failures: readonly string[];
}

const CONNECTIONS = 8;
const MAX_SHOWN = 12;

/** Sends every trial to both apps and compares what comes back. */
export async function tryTrials(pair: Pair, trials: Iterable<Trial>, known: Known): Promise<Tally> {
  const verdicts = { app: 0, locked: 0, asset: 0, opened: 0, COOKIE: 0, BOOK: 0, 'OTHER ANSWER': 0 };
  const failures = new Map<string, string>();
  const queue = trials[Symbol.iterator]();
  let cases = 0;

  async function work(): Promise<void> {
    const [connection, bare] = [pair.connect(), pair.connectBare()];
    for (let next = queue.next(); !next.done; next = queue.next())
      await attempt(next.value, connection, bare);
    connection.close();
    bare.close();
  }

  async function attempt({ spelling, sent, credentials }: Trial, connection: Connection, bare: Connection) {
    const id = String(++cases);
    const withCredential = (name: string) => ({
      ...sent,
      headers: { ...sent.headers, ...CREDENTIALS[name], 'X-Case': id },
    });
    // The app knows no credentials, so it is asked once.
    const expected = await bare.send(withCredential(credentials[0] ?? ''));
    const received = pair.received.get(id) ?? null;
    pair.received.delete(id);
    const canaries = known.canaries.filter((canary) => !sent.target.includes(canary));
    // What Node refuses does not reach the page, whatever the credential.
    for (const name of received ? credentials : credentials.slice(0, 1)) {
      const answer = await connection.send(withCredential(name));
      const hasKey = name in RIGHT;
      const verdict = judge({ received, hasKey, answer, expected }, { ...known, canaries });
      verdicts[verdict]++;
      if (verdict !== verdict.toUpperCase()) continue;
      const kind = `${verdict}: ${spelling}`;
      if (!failures.has(kind))
        failures.set(kind, describe(verdict, { spelling, sent, credentials: [name] }, answer, expected));
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return {
    requests: Object.values(verdicts).reduce((sum, count) => sum + count, 0),
    verdicts,
    failures: [...failures.values()].sort().slice(0, MAX_SHOWN),
  };
}

function describe(
  verdict: Verdict,
  { spelling, sent, credentials }: Trial,
  answer: Answer,
  expected: Answer,
): string {
  const { method, target, host, headers } = sent;
  const start = ({ bytes }: Answer) => JSON.stringify(bytes.slice(0, 300));
  return [
    `${verdict}: ${method} ${JSON.stringify(target)} (${spelling}), Host ${host}, ${JSON.stringify(headers)}, credential ${credentials}`,
    `  got ${start(answer)}`,
    `  without Gatebook ${start(expected)}`,
  ].join('\n');
}
