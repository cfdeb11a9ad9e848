import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../../errors.ts';
import { countOf } from '../../../format/count-text.ts';
import { relativeTime } from '../../../format/relative-time.ts';
import { lowerAscii } from '../../../profile/lower-ascii.ts';
import type { Micros } from '../../../profile/time.ts';
import type { Term } from '../../../search/criteria.ts';
import { isExpired, type KeptKey, readKeys } from '../../../serve/access/collector-keys.ts';
import { latestEntry } from '../../../store/latest-entry.ts';
import { keysPath, openStore } from '../../../store/open-store.ts';
import { type Finding, note, ok, problem } from '../finding.ts';

const SOON_MS = 14 * 24 * 3_600_000;
const OTHERS = 0o077;
/** More services are not listed one by one. */
const MAX_SERVICES = 30;
const DEADLINE = 2000;

/** The file with the keys of a collector that keeps this book; `null` if there is none. */
export function collectorKeysFile(storage: string, given: string | undefined): string | null {
  const file = given ?? keysPath(storage);
  return file !== null && existsSync(file) ? file : null;
}

/** What a collector needs on its own host: keys that it can read, and apps that send. */
export async function checkHost(storage: string, file: string): Promise<readonly Finding[]> {
  const { mode, uid } = statSync(file);
  const findings: Finding[] = [];
  if (process.platform !== 'win32' && (mode & OTHERS) !== 0)
    findings.push(note('key', `Other users may read ${file}.`, `chmod 600 ${file}`));
  if (uid !== statSync(dirname(file)).uid)
    findings.push(
      problem(
        'key',
        `${file} belongs to another user than its folder: the collector may not be able to read it, and refuses every key then.`,
        `chown --reference=${dirname(file)} ${file}`,
      ),
    );
  let keys: readonly KeptKey[];
  try {
    keys = readKeys(file);
  } catch (error) {
    const next =
      'Run this as the user of the collector. If that does not help, make new keys: gatebook keys add.';
    return [...findings, problem('key', `The keys in ${file} can't be read: ${messageOf(error)}`, next)];
  }
  return [...findings, ...checkExpiry(keys), ...(await checkServices(storage, keys))];
}

function checkExpiry(keys: readonly KeptKey[]): readonly Finding[] {
  const valid = keys.filter((key) => !isExpired(key));
  const ending = valid.filter((key) => isExpired(key, Date.now() + SOON_MS));
  const next = 'gatebook keys add makes a new one; restart the app with it, and revoke the old one.';
  return [
    valid.length === 0
      ? problem('key', 'There is no valid key: no app can write.', 'gatebook keys add --service NAME')
      : ok('key', `${countOf(valid.length, 'valid key')}`),
    ...ending.map((key) =>
      note('key', `The key ${key.id} (${serviceOf(key)}) ends on ${key.expires?.slice(0, 10)}.`, next),
    ),
  ];
}

async function checkServices(storage: string, keys: readonly KeptKey[]): Promise<readonly Finding[]> {
  const services = [...new Set(keys.flatMap(({ right }) => (right.to === 'write' ? [right.service] : [])))];
  const store = await openStore(storage, { create: false });
  const now = (Date.now() * 1000) as Micros;
  const findings: Finding[] = [];
  try {
    for (const service of services.slice(0, MAX_SERVICES)) {
      const term: Term = {
        field: 'service',
        not: false,
        any: [{ match: 'whole', parts: [lowerAscii(service)] }],
      };
      const last = await latestEntry(store, [term], now, { deadline: DEADLINE });
      findings.push(
        last
          ? ok('last-request', `${service}: last request ${relativeTime(last.time, now)}`)
          : note(
              'last-request',
              `${service} has a key, and no requests.`,
              'Run gatebook doctor on the host of the app.',
            ),
      );
    }
    return findings;
  } finally {
    await store.close();
  }
}

function serviceOf({ right }: KeptKey): string {
  return right.to === 'own' ? 'an owner' : right.service;
}
