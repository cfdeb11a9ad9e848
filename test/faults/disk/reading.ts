import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { gatebookLater } from '../../support/run-cli-later.ts';
import { type BookOnDisk, numberIn, PATIENCE_MS, waitUntil } from './book-on-disk.ts';
import { expectNewest } from './expect-rows.ts';

type Check = (book: BookOnDisk) => Promise<void>;

/** The commands that read. The first ones while the app has load, if it runs. */
export const READING: Readonly<Record<string, Check>> = {
  search: async (book) => {
    const floor = book.floor();
    const found = await json(book, 'search', '--limit', '50');
    const rows = (found.entries as { url: string; token: string }[]).map(({ url, token }) => ({
      token,
      n: numberIn(url),
      time: 0,
    }));
    expect(rows).toHaveLength(50);
    expectNewest(rows, floor, book.app.answered());
  },
  'show TOKEN': async (book) => {
    const rows = await book.rows();
    for (const { token, n } of [rows[0], rows[Math.floor(rows.length / 2)]].filter(
      (row) => row !== undefined,
    )) {
      const { status, stdout, stderr } = await book.gatebook('show', token);
      // The oldest half may be deleted at the same time, the newest may not.
      if (n !== rows[0]?.n && book.state === 'running' && status === 1) continue;
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain(`/n/${n}`);
    }
  },
  export: async (book) => {
    const floor = book.floor();
    expectNewest(await book.rows(), floor, book.app.answered());
  },
  check: async (book) => {
    const { status, stdout, stderr } = await book.gatebook('check');
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `${book.path}: no problems found\n`,
      stderr: '',
    });
  },
  'backup to another disk': async (book) => {
    const floor = book.floor();
    const folder = mkdtempSync(join(tmpdir(), 'gatebook-copy-'));
    try {
      const copy = join(folder, 'copy');
      const { status, stdout, stderr } = await book.gatebook('backup', copy);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const check = await gatebookLater(folder, 'check', '--storage', `sqlite:${copy}`);
      expect(check.stdout + check.stderr).toBe(`${copy}: no problems found\n`);
      const { stdout: exported } = await gatebookLater(folder, 'export', '--storage', `sqlite:${copy}`);
      const rows = exported.split('\n').slice(0, -1);
      const { stdout: events } = await gatebookLater(
        folder,
        'export',
        'kind:process',
        '--storage',
        `sqlite:${copy}`,
      );
      const profiles = rows.length + events.split('\n').length - 1;
      expect(stdout).toContain(`has ${profiles.toLocaleString('en')} profiles`);
      const numbers = rows.map((row) => ({ token: '', n: numberIn(JSON.parse(row).url), time: 0 }));
      expectNewest(numbers, floor, book.app.answered());
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  stats: async (book) => {
    await settleIfRunning(book);
    const rows = await book.rows();
    const { entries, segments } = await json(book, 'stats');
    const { stdout: events } = await book.gatebook('export', 'kind:process');
    expect(entries).toBe(rows.length + events.split('\n').length - 1);
    expect((segments as { state: string }[]).filter(({ state }) => state === 'unreadable')).toEqual([]);
  },
  doctor: async (book) => {
    await settleIfRunning(book);
    // A process reports every two seconds.
    let report = await readDoctor(book);
    if (book.state === 'running' && book.kind.isReadOnly) {
      // The process has no place to say what it holds.
      expect(report.text).toMatch(
        /The disk of the book is read-only: 1 process can't store|Its disk is read-only/,
      );
      expect(report.text).not.toContain('has recorded');
    } else if (book.state === 'running') {
      const { recorded, stored, held, dropped } = await book.app.counters();
      expect(recorded).toBe(stored + dropped + held);
      expect(recorded).toBe(book.app.answered());
      expect(dropped).toBe(0);
      const expected = `has recorded ${recorded.toLocaleString('en')} and stored ${stored.toLocaleString('en')} profiles; ${held.toLocaleString('en')} wait`;
      await waitUntil(PATIENCE_MS, async () => {
        report = await readDoctor(book);
        return report.text.includes(expected);
      });
      expect(report.text).toContain(expected);
    } else expect(report.text).toContain('No process records into this book now');
    expect(report.problems.filter((check) => check !== 'disk')).toEqual([]);
    expect(report.status).toBe(report.problems.length > 0 ? 1 : 0);
  },
};

async function readDoctor(book: BookOnDisk) {
  const { status, stdout } = await book.gatebook('doctor', '--json');
  const { findings } = JSON.parse(stdout) as { findings: { check: string; level: string; text: string }[] };
  const problems = findings.filter(({ level }) => level === 'problem').map(({ check }) => check);
  return { status, problems, text: findings.map(({ text }) => text).join('\n') };
}

async function settleIfRunning(book: BookOnDisk): Promise<void> {
  if (book.state === 'running') await book.settle();
}

async function json(book: BookOnDisk, ...args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await book.gatebook(...args, '--json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Record<string, unknown>;
}
