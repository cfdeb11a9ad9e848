import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Profile } from '../../profile/profile.ts';
import { boundProfile } from '../../redact/profile/bound-profile.ts';
import { redactProfile } from '../../redact/profile/redact-profile.ts';
import type { Redaction } from '../../redact/redaction.ts';
import { type BatchAnswer, MAX_BATCH } from '../../store/remote/protocol.ts';
import type { KeyRight } from '../access/collector-keys.ts';
import { TooLarge } from './read-body.ts';
import { profile } from './shapes/detail-shape.ts';
import { BadInput } from './shapes/shape.ts';

/** A longer line is refused before it is parsed. */
const MAX_LINE = 2_000_000;
/** How long a batch is read before other requests get a turn. */
const SLICE_MS = 10;
const NEWLINE = 10;

export interface ReadBatch {
  readonly profiles: readonly Profile[];
  readonly refused: BatchAnswer['refused'];
}

/** Reads a profile from each line. A line that is not one is refused; the others are kept. */
export async function readBatch(body: Buffer, right: KeyRight, redaction: Redaction): Promise<ReadBatch> {
  const profiles: Profile[] = [];
  const refused: { line: number; reason: string }[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  let line = 0;
  for (let start = 0, end = 0; start < body.length; start = end + 1) {
    end = body.indexOf(NEWLINE, start);
    if (end < 0) end = body.length;
    if (++line > MAX_BATCH.profiles) throw new TooLarge();
    const work = accept(body.subarray(start, end), right, redaction);
    try {
      let step = work.next();
      for (; !step.done; step = work.next()) {
        if (performance.now() < sliceEnd) continue;
        await nextTurn();
        sliceEnd = performance.now() + SLICE_MS;
      }
      profiles.push(step.value);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      refused.push({ line, reason: error.message });
    }
  }
  return { profiles, refused };
}

/** What a write key sends is redacted, within the limits of recording, and of its service, whatever the profile says. */
function* accept(line: Buffer, right: KeyRight, redaction: Redaction): Generator<void, Profile> {
  // Many bad lines take time too.
  yield;
  const sent = readLine(line);
  // The owner copies books, whose profiles were redacted when they were recorded.
  if (right.to === 'own') return sent;
  const { entry, detail } = boundProfile(yield* redactProfile(sent, redaction));
  const { service, environment = entry.environment } = right;
  return { entry: { ...entry, service, environment }, detail };
}

function readLine(bytes: Buffer): Profile {
  if (bytes.length > MAX_LINE) throw new BadInput(`The line has more than ${MAX_LINE} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    throw new BadInput('The line is not JSON');
  }
  return profile(value, '');
}
