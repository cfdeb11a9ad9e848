import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { GatebookError, messageOf } from '../../errors.ts';
import { countOf } from '../../format/count-text.ts';
import { relativeTime } from '../../format/relative-time.ts';
import { formatBytes } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import { type Entry, PROCESS_VANISHED } from '../../profile/entry.ts';
import { DAY, formatTime, type Micros } from '../../profile/time.ts';
import { ignoreLine, OWN_PATH, readHealthChecks } from '../../report/health-checks.ts';
import { FAILED_ENDS } from '../../report/process-events.ts';
import type { Term } from '../../search/criteria.ts';
import { timeTerm } from '../../search/time-bounds.ts';
import { USE_A_VOLUME, whatIsLost } from '../../store/disk-kind.ts';
import { displayStorage } from '../../store/display-storage.ts';
import { IGNORE_BOOK, imageNote } from '../../store/docker-ignore.ts';
import { isAhead, latestEntry } from '../../store/latest-entry.ts';
import { DEFAULT_STORAGE, openStore, sqlitePath, storageKind } from '../../store/open-store.ts';
import type { CollectorKeys } from '../../store/remote/remote-store.ts';
import { FORMAT } from '../../store/sqlite/files/schema.ts';
import type { Store } from '../../store/store.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** With less free space, in bytes, a book may soon be unable to grow. */
const LITTLE_SPACE = 200e6;
const DEADLINE = 5000;
const MAX_ENDS = 100;

const NEXT: { readonly [code in GatebookError['code']]?: string } = {
  'bad-storage-url': 'Use sqlite:FOLDER, clickhouse://HOST/DATABASE or chdb:FOLDER.',
  'book-missing':
    'Start the app with Gatebook in it and send it a request, run this in its folder, or pass --storage.',
  'book-newer': 'Update gatebook: npm install gatebook@latest',
  'book-older': 'Move the folder away: the app starts a new book.',
  'book-unreadable': 'Check the path and its permissions, and run npx gatebook check.',
  'engine-missing': 'Install the library that the message names.',
};

/** Whether the book can be read, and what is in it. */
export async function checkBook(storage: string, keys?: CollectorKeys): Promise<readonly Finding[]> {
  const findings = [...(await checkContents(storage, keys))];
  const image = existsSync(sqlitePath(DEFAULT_STORAGE)) ? imageNote(process.cwd()) : null;
  if (image !== null) findings.push(note('storage', image, IGNORE_BOOK));
  if (storage !== DEFAULT_STORAGE && existsSync(sqlitePath(DEFAULT_STORAGE))) {
    const advice = 'If the app records there, unset GATEBOOK_STORAGE and --storage.';
    findings.push(note('storage', `There is also a book in ${DEFAULT_STORAGE}.`, advice));
  }
  return findings;
}

async function checkContents(storage: string, keys?: CollectorKeys): Promise<readonly Finding[]> {
  let book: Store;
  try {
    if (storageKind(storage) === 'memory')
      return [
        note(
          'book',
          'A book in memory can only be read by the app itself.',
          'Open its page, or use sqlite:.gatebook.',
        ),
      ];
    book = await openStore(storage, { create: false, keys });
  } catch (error) {
    const message = messageOf(error);
    const next = error instanceof GatebookError ? NEXT[error.code] : undefined;
    return [problem('book', message, next ?? 'Run npx gatebook check.')];
  }
  try {
    return [...(await checkRequests(book, storage)), ...checkDisk(storage)];
  } catch (error) {
    return [problem('book', messageOf(error), 'Run npx gatebook check.')];
  } finally {
    await book.close();
  }
}

async function checkRequests(book: Store, storage: string): Promise<readonly Finding[]> {
  const format = storageKind(storage) === 'sqlite' ? ` (format ${FORMAT})` : '';
  const found = ok('book', `The book ${displayStorage(storage)} can be read${format}`);
  const { entries, searchedTo } = await book.search(
    { terms: [], limit: 1, cursor: null },
    { deadline: DEADLINE },
  );
  const [last] = entries;
  if (!last)
    return [
      found,
      searchedTo === null
        ? problem(
            'last-request',
            'The book has no requests.',
            'Send a request to the app. If none appears, check that gatebook() is called before the app listens.',
          )
        : problem('last-request', 'The book did not answer in time.', 'Is the disk or the server busy?'),
    ];
  const now = (Date.now() * 1000) as Micros;
  const latest = (await latestEntry(book, [], now, { deadline: DEADLINE })) ?? last;
  return [
    found,
    ...(isAhead(latest, now) ? [] : [ok('last-request', `Last request ${timeText(latest, now)}`)]),
    ...(isAhead(last, now)
      ? [
          problem(
            'clock',
            `Requests are dated in the future, the newest one ${timeText(last, now)}.`,
            'Check the clock of its machine. They stay the newest until they expire, or npx gatebook delete since:now',
          ),
        ]
      : []),
    ...(await checkEnds(book, now)),
    ...(await checkMonitors(book, now)),
  ];
}

function timeText({ time, service, release, instance }: Entry, now: Micros): string {
  const process = [service, release, instance].filter((text) => text !== '').join(' ');
  return `${relativeTime(time, now)}, ${formatTime(time)} UTC, recorded by ${process || 'an unnamed process'}`;
}

function lastDay(now: Micros): Term {
  return timeTerm({ from: now - DAY, to: now });
}

/** Whether health checks are a large part of the last day. */
async function checkMonitors(book: Store, now: Micros): Promise<readonly Finding[]> {
  const terms = [lastDay(now)];
  const options = { deadline: DEADLINE };
  const groups = await book.groups(terms, 'route', 1, options);
  const checks = await readHealthChecks(book, terms, groups, options);
  if (checks === null) return [];
  const line = ignoreLine(checks);
  const next = line === null ? OWN_PATH : `Or record none: ${line}`;
  return [
    note(
      'health-checks',
      `Health checks are ${checks.percent} % of the requests of the last day.`,
      `They keep no detail. Search for -client:monitor to hide them. ${next}`,
    ),
  ];
}

/** Whether a process failed in the last day. */
async function checkEnds(book: Store, now: Micros): Promise<readonly Finding[]> {
  const terms = [...FAILED_ENDS, lastDay(now)];
  const { entries } = await book.search({ terms, limit: MAX_ENDS, cursor: null }, { deadline: DEADLINE });
  const [last] = entries;
  if (!last) return [];
  const times = entries.length < MAX_ENDS ? countOf(entries.length, 'time') : `at least ${MAX_ENDS} times`;
  const reason =
    last.error === PROCESS_VANISHED ? 'without a word' : visibleText(last.errorGroup || last.error);
  return [
    note(
      'process',
      `A process failed ${times} in the last day, the last one ${last.instance} ${relativeTime(last.time, now)}: ${reason}`,
      `npx gatebook show ${book.tokens.tokenOf(last.seq)}, or search for kind:process`,
    ),
  ];
}

function checkDisk(storage: string): readonly Finding[] {
  if (storageKind(storage) !== 'sqlite') return [];
  const path = sqlitePath(storage);
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  const findings: Finding[] = [];
  if (free < LITTLE_SPACE)
    findings.push(
      problem(
        'disk',
        `Only ${formatBytes(free)} are free on the disk of the book.`,
        'Make room, or set keep.bytes.',
      ),
    );
  const lost = whatIsLost(path);
  if (lost !== null) findings.push(note('disk', lost, USE_A_VOLUME));
  try {
    accessSync(path, constants.W_OK);
  } catch {
    findings.push(
      note(
        'disk',
        'This user may read the book, but not write to it.',
        'If the app runs as this user, it can record nothing.',
      ),
    );
  }
  return findings;
}
