import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { countOf } from '../../format/count-text.ts';
import { ownIdentity } from '../../process/process-identity.ts';
import {
  type LastReport,
  type ProcessReport,
  reportsFolder,
  type VanishedProcess,
  vanishedProcesses,
  writeReport,
} from '../../process/process-reports.ts';
import { type Entry, PROCESS_VANISHED, type ProcessInfo, UNKNOWN_PROCESS } from '../../profile/entry.ts';
import type { Seq } from '../../profile/token.ts';
import type { Redaction } from '../../redact/redaction.ts';
import type { Store } from '../../store/store.ts';
import { type Draft, FAILED } from '../draft/draft.ts';
import { processDraft } from '../draft/process-draft.ts';
import { type BuildProfiles, createProfileBuilder } from './build-profiles.ts';
import type { SourceMaps } from './source-maps/source-maps.ts';

const LOOK_EVERY_MS = 10_000;
/** The seq of a request that came before the first lease of its process. */
const NO_SEQ = -1 as Seq;

interface Settings {
  readonly storage: string;
  readonly store: () => Promise<Store>;
  readonly redaction: Redaction;
  /** What is recorded of this process. */
  readonly process?: ProcessInfo | undefined;
  readonly maps?: SourceMaps | undefined;
}

/** Methods of the writer thread: what this process reports, and how others ended that no longer can. */
export function processMethods({ storage, store, redaction, process = UNKNOWN_PROCESS, maps }: Settings) {
  const folder = reportsFolder(storage);
  // With a client classifier of its own: these requests are classified again when they end.
  const build = createProfileBuilder(redaction, process, undefined, maps);
  const identity = ownIdentity();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let known = new Map<string, Entry>();

  /** A book that can't be opened has reports all the same. */
  async function entriesOf(unfinished: readonly Draft[]): Promise<readonly Entry[]> {
    const book = unfinished.length === 0 ? null : await store().catch(() => null);
    if (!book) return [];
    const before = known;
    known = new Map();
    return unfinished.flatMap((draft) => {
      const id = `${draft.seq} ${draft.time}`;
      const entry = before.get(id) ?? build(draft, () => NO_SEQ, book.tokens.key)[0]?.entry;
      if (entry) known.set(id, entry);
      return entry ?? [];
    });
  }

  async function noteVanished(reports: string, own: string): Promise<void> {
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = performance.now();
    for (const vanished of vanishedProcesses(reports, own)) {
      await write(vanished);
      rmSync(join(reports, `${vanished.name}.json`), { force: true });
    }
  }

  /** If several processes see it at once, the book keeps one batch of this id. */
  async function write({ name, report, seen }: VanishedProcess): Promise<void> {
    await writeEvents(
      `${name}-vanished`,
      [vanishedDraft(report, seen)],
      createProfileBuilder(redaction, report.process),
    );
    const book = await store();
    for (const [n, entry] of report.requests.entries()) {
      const seq = entry.seq === NO_SEQ ? (await book.lease(1)).first : entry.seq;
      const profile = { entry: { ...entry, seq, duration: Math.max(0, seen - entry.time) }, detail: null };
      // One that ended in the last moment is in the book already.
      await book.write({ id: `${name}-vanished-${n}`, profiles: [profile] }).catch(() => {});
    }
  }

  async function writeEvents(
    id: string,
    drafts: readonly Draft[],
    buildProfiles: BuildProfiles,
  ): Promise<void> {
    const book = await store();
    let next: number = (await book.lease(drafts.length)).first;
    const profiles = drafts.flatMap((draft) => buildProfiles(draft, () => next++ as Seq, book.tokens.key));
    await book.write({ id, profiles });
  }

  return {
    async report(name: string, report: ProcessReport, unfinished: readonly Draft[]): Promise<void> {
      if (folder === null) return;
      writeReport(folder, name, { ...report, identity, requests: await entriesOf(unfinished) });
      await noteVanished(folder, name);
    },
    /** @param ended the name of the report that ends with this event */
    async note(id: string, drafts: readonly Draft[], ended?: string): Promise<void> {
      await writeEvents(id, drafts, build);
      if (folder !== null && ended !== undefined) rmSync(join(folder, `${ended}.json`), { force: true });
    },
  };
}

function vanishedDraft({ started, requests }: LastReport, seen: VanishedProcess['seen']): Draft {
  const draft = processDraft(
    'vanished',
    { time: seen, duration: Math.max(0, seen - started) },
    {
      notes: [{ key: 'In progress', value: countOf(requests.length, 'request') }],
      endedBy: 'kill -9, lack of memory, or a failure of the machine',
    },
  );
  return { ...draft, status: FAILED, error: PROCESS_VANISHED };
}
