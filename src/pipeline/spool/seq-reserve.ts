import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SEQ_END, type Seq } from '../../profile/token.ts';
import type { Lease } from '../../store/store.ts';

/** Seqs that were leased for a time without the collector. Each range is an empty file, named by what is left of it. */
export interface SeqReserve {
  total(): number;
  /** Consecutive seqs; `null` if there are not enough. */
  take(size: number): Lease | null;
  add(lease: Lease): void;
  /** Takes ranges from the folder of a process that has ended, until the reserve has `enough`. */
  takeOver(from: string, enough: number): void;
}

const FILE = /^seqs-(\d{1,15})-(\d{1,15})$/;

export function openSeqReserve(folder: string): SeqReserve {
  let ranges = rangesIn(folder);
  const total = () => ranges.reduce((sum, { first, end }) => sum + end - first, 0);

  /** A rename has one winner, even if this process was believed to have ended. */
  function claim(range: Lease, rest: Lease): boolean {
    ranges = ranges.filter((each) => each !== range);
    try {
      renameSync(fileOf(folder, range), fileOf(folder, rest));
    } catch {
      return false;
    }
    if (rest.first < rest.end) ranges.push(rest);
    else rmSync(fileOf(folder, rest), { force: true });
    return true;
  }

  return {
    total,
    take(size) {
      for (const range of ranges) {
        const end = range.first + size;
        if (end > range.end) continue;
        if (claim(range, { first: end as Seq, end: range.end })) return { first: range.first, end };
      }
      return null;
    },
    add({ first, end }) {
      writeFileSync(fileOf(folder, { first, end }), '', { mode: 0o600 });
      ranges.push({ first, end });
    },
    takeOver(from, enough) {
      for (const range of rangesIn(from)) {
        if (total() >= enough) return;
        try {
          renameSync(fileOf(from, range), fileOf(folder, range));
          ranges.push(range);
        } catch {
          // Another process was faster.
        }
      }
    },
  };
}

function rangesIn(folder: string): Lease[] {
  return readdirSync(folder).flatMap((name) => {
    const [, first, end] = FILE.exec(name)?.map(Number) ?? [];
    const isRange = first !== undefined && end !== undefined && first < end && end <= SEQ_END;
    return isRange ? [{ first: first as Seq, end }] : [];
  });
}

function fileOf(folder: string, { first, end }: Lease): string {
  return join(folder, `seqs-${first}-${end}`);
}
