import { messageOf } from '../../../errors.ts';
import { formatBytes } from '../../../format/units.ts';
import { readPackage } from '../../../package-files.ts';
import { collectorAddress } from '../../../store/remote/address.ts';
import { API, MAX_BATCH } from '../../../store/remote/protocol.ts';
import type { CollectorKeys } from '../../../store/remote/remote-store.ts';
import { type Finding, note, ok, problem } from '../finding.ts';
import { type Answer, ask, reach, readCertificate, resolveName, type Target } from './connection.ts';

const DAY_MS = 24 * 3_600_000;
/** A certificate that ends sooner is worth a note. */
const SOON_MS = 14 * DAY_MS;
/** Clocks that differ by less, in ms, do no harm. */
const MAX_CLOCK_MS = 10_000;
/** Failures of a certificate that are not a matter of trust. */
const NEXT: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Renew it, and restart the collector.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use a name that it has in the storage URL, or make one for this name.',
};

/** Follows the way of a batch from this host to a collector, up to the first step that fails. Stores nothing. */
export async function checkCollector(storage: string, keys: CollectorKeys): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const add = (...found: readonly Finding[]) => {
    findings.push(...found);
    return !found.some(({ level }) => level === 'problem');
  };
  const target = await findTarget(storage);
  if ('level' in target) return [target];
  if (!add(await checkReach(target))) return findings;
  if (target.isTls && !add(await checkCertificate(target))) return findings;
  if (!add(...(await checkHealth(target)))) return findings;
  add(await checkSize(target));
  add(...(await checkKeys(target, keys)));
  return findings;
}

async function findTarget(storage: string): Promise<Target | Finding> {
  try {
    const { target, found, accepted } = await resolveName(collectorAddress(storage));
    const [ip] = accepted;
    if (ip !== undefined) return { ...target, ip };
    const text = `${target.hostname} is ${found.join(', ')}, which is not a private address.`;
    return problem('network', text, 'Use https, or the name that it has in the private network.');
  } catch (error) {
    const next = 'Check the name in the storage URL, and the DNS of this host.';
    return problem('network', `The collector is not found: ${messageOf(error)}`, next);
  }
}

async function checkReach(target: Target): Promise<Finding> {
  const where = `${target.ip} port ${target.port}`;
  try {
    await reach(target);
    return ok('network', `${target.hostname} (${where}) takes connections`);
  } catch (error) {
    const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
    const next = isRefused
      ? 'Start gatebook collect there. It listens on 127.0.0.1 unless --listen says otherwise.'
      : 'Check the firewall, and the port in the storage URL.';
    return problem('network', `${where} does not take connections: ${messageOf(error)}`, next);
  }
}

async function checkCertificate(target: Target): Promise<Finding> {
  try {
    const { problem: code, names, expires } = await readCertificate(target);
    const until = expires.toISOString().slice(0, 10);
    if (code !== null) {
      const text = `The certificate (${names}, until ${until}) is refused: ${code}`;
      return problem(
        'tls',
        text,
        NEXT[code] ?? 'Set NODE_EXTRA_CA_CERTS of the app to the file of its authority.',
      );
    }
    if (expires.getTime() - Date.now() > SOON_MS) return ok('tls', `Its certificate is valid until ${until}`);
    const next = 'Renew it, and restart the collector: it reads the file when it starts.';
    return note('tls', `Its certificate ends on ${until}.`, next);
  } catch (error) {
    const next = 'If it listens without TLS, use http://HOST:4600?insecure=private-network.';
    return problem('tls', `TLS does not work: ${messageOf(error).trim()}`, next);
  }
}

async function checkHealth(target: Target): Promise<readonly Finding[]> {
  const start = Date.now();
  const health = await attempt(target, '/healthz');
  if ('level' in health) return [health];
  const end = Date.now();
  const { status, body, headers } = health;
  if (status !== 200 || body !== 'ok\n') {
    const text = `Something answers at ${target.origin} with ${status}, but it is not a collector.`;
    return [problem('network', text, 'Check the port, and where the proxy sends /healthz and /v1/.')];
  }
  const ready = await attempt(target, '/readyz');
  if ('level' in ready) return [ready];
  const isReady = ready.status === 200;
  return [
    isReady
      ? ok('book', 'The collector can read its book')
      : problem('book', 'The collector can not read its book.', 'Run gatebook doctor on its host.'),
    ...checkClock(Date.parse(headers.date ?? ''), start, end),
  ];
}

/** @param date what the other clock showed, in whole seconds, between `start` and `end` */
function checkClock(date: number, start: number, end: number): readonly Finding[] {
  const ahead = Math.max(start - (date + 1000), date - end, 0);
  if (!(ahead > MAX_CLOCK_MS)) return [];
  const direction = date > end ? 'ahead of' : 'behind';
  const text = `The clock of the collector is ${Math.round(ahead / 1000)} s ${direction} the one here.`;
  return [note('clock', text, 'Set both by NTP: requests of this app appear at the wrong time.')];
}

/** A proxy that takes less than the collector refuses large batches. Without a key, the collector keeps nothing of it. */
async function checkSize(target: Target): Promise<Finding> {
  const largest = formatBytes(MAX_BATCH.compressed);
  const body = Buffer.alloc(MAX_BATCH.compressed);
  // A collector may hang up before it has read all of it: then it came through.
  const { status } = await ask(target, `${API}/batches/doctor`, { method: 'PUT', body }).catch(() => ({
    status: 0,
  }));
  if (status !== 413) return ok('proxy', `Batches of ${largest} come through`);
  const text = `A proxy in between refuses batches of ${largest} (413).`;
  return problem('proxy', text, 'Raise its limit: client_max_body_size 8m; in nginx.');
}

async function checkKeys(target: Target, keys: CollectorKeys): Promise<readonly Finding[]> {
  const write = keys.write ?? keys.read;
  const findings: Finding[] = [];
  if (write === undefined)
    return [problem('key', 'There is no key.', 'Set GATEBOOK_WRITE_KEY to what gatebook keys add printed.')];
  // A lease of one is a write to the disk. Its number is not used.
  const lease = await attempt(target, `${API}/leases`, { method: 'POST', key: write, body: '{"size":1}' });
  if ('level' in lease) findings.push(lease);
  else if (lease.status === 200) findings.push(...acceptedKey(target, lease));
  else if (keys.write === undefined)
    findings.push(
      note('key', 'There is no write key: nothing is recorded from here.', 'Set GATEBOOK_WRITE_KEY.'),
    );
  else findings.push(refusedWrite(lease));
  if (keys.read === undefined) {
    const next = 'Set GATEBOOK_KEY to the key of the collector, if this host should read.';
    return [
      ...findings,
      note('key', 'There is no read key: commands and the page of the app have no book here.', next),
    ];
  }
  const read = await attempt(target, `${API}/book`, { method: 'POST', key: keys.read, body: '{}' });
  if ('level' in read) return [...findings, read];
  const next =
    'Set GATEBOOK_KEY to the key of the collector: it is in the file key of its book, unless GATEBOOK_KEY sets it there.';
  return [
    ...findings,
    read.status === 200
      ? ok('key', 'The read key is accepted')
      : problem('key', `The read key is refused (${read.status}).`, next),
  ];
}

function acceptedKey({ origin }: Target, { body }: Answer): readonly Finding[] {
  let answer: Readonly<Record<string, string | undefined>>;
  try {
    answer = JSON.parse(body);
  } catch {
    const text = `${origin}${API}/ is answered by something that is not a collector.`;
    return [problem('network', text, 'Check where the proxy sends /v1/.')];
  }
  const { version, service, environment } = answer;
  const own = readPackage().version;
  const where = environment === undefined ? '' : ` in ${environment}`;
  const name = service === undefined ? 'The key of an owner' : `The write key of ${service}${where}`;
  const accepted = ok('key', `${name} is accepted, and the book can be written`);
  if (version === own) return [accepted, ok('versions', `The collector has gatebook ${own} too`)];
  const text = `The collector has gatebook ${version ?? 'of an older version'}, and this is ${own}.`;
  return [
    accepted,
    note('versions', text, 'Update the collector first: an older one drops what it does not know.'),
  ];
}

function refusedWrite({ status, body }: Answer): Finding {
  if (status === 401 || status === 404) {
    const next =
      'Run gatebook keys list on its host: the key may be revoked or expired. gatebook keys add makes another.';
    return problem('key', `The write key is refused (${status}).`, next);
  }
  const text = `The collector can not write (${status}): ${body.slice(0, 300).trim()}`;
  return problem('book', text, 'Run gatebook doctor on its host.');
}

async function attempt(...question: Parameters<typeof ask>): Promise<Answer | Finding> {
  try {
    return await ask(...question);
  } catch (error) {
    const next = 'Check the proxy in between, and the log of the collector.';
    return problem('network', `${question[1]} is not answered: ${messageOf(error)}`, next);
  }
}
