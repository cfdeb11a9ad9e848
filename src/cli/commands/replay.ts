import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { messageOf } from '../../errors.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Store } from '../../store/store.ts';
import { appAddress } from '../book-key.ts';
import { CommandError, EXIT_FAILURE, usageError } from '../command-error.ts';
import { canAsk, confirm } from '../confirm.ts';
import { findProfile, PROFILE_NAME } from '../find-profile.ts';
import { examples } from '../help.ts';
import { printAnswer } from '../output/print-answer.ts';
import { startProgress } from '../output/progress.ts';
import { parseGivenHeader, type SentHeader } from '../replay/given-header.ts';
import {
  DEFAULT_TIMEOUT,
  DEFAULT_WAIT,
  type Replayed,
  type ReplayOptions,
  type ReplayRefused,
  replay,
} from '../replay/replay.ts';
import { missingLines, replayJson, replayLines } from '../replay/replay-text.ts';
import { invalid, jsonOption, readCount, readDuration, storageOption } from '../shared-options.ts';
import { withBook } from '../with-book.ts';

interface CommandOptions {
  readonly storage: string;
  readonly to?: string;
  readonly header: readonly SentHeader[];
  readonly body?: string;
  readonly path?: string;
  readonly times: number;
  readonly timeout: number;
  readonly wait: number;
  readonly expect?: string;
  readonly yes?: true;
  readonly all?: true;
  readonly json?: true;
}

export function replayCommand(): Command {
  return new Command('replay')
    .summary('send a recorded request again and compare')
    .description(
      'Send a recorded request again to a server in development, wait for its new profile, and show what differs. Values that ' +
        'were withheld are never sent: give those that are needed with --header, --body or --path. Redirects are not followed.',
    )
    .argument('<token>', PROFILE_NAME)
    .addOption(storageOption())
    .option(
      '--to <url>',
      'the server, such as http://localhost:3000 (default: the app that records into the book)',
    )
    .option(
      "--header <'Name: value'>",
      'a header to send instead of the recorded one; can be repeated',
      addHeader,
      [],
    )
    .option('--body <text>', 'the body to send, or @FILE')
    .option('--path <path>', 'the path and query to send, such as /reset?token=x')
    .option('--times <number>', 'send it this many times and print the distribution', readTimes, 1)
    .addOption(waitOption('--timeout', 'how long to wait for a response', DEFAULT_TIMEOUT))
    .addOption(waitOption('--wait', 'how long to wait for the new profile', DEFAULT_WAIT))
    .option('--expect <status>', 'exit with 1 unless all have this status: 200, 2xx or same', readExpected)
    .option('--yes', 'do not ask before sending to another machine, or a method that may change data')
    .option('--all', 'list what differs between equal requests and what is identical, too')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'gatebook replay last-error',
        'gatebook replay 3fa2c1 --times 20',
        "gatebook replay 3fa2c1 --header 'Authorization: Bearer x' --body @order.json --yes",
      ),
    )
    .action(replayRequest);
}

async function replayRequest(name: string, options: CommandOptions): Promise<void> {
  const { storage, times } = options;
  const to = options.to ?? appAddress(storage, 'Pass it with --to, such as --to http://localhost:3000');
  const progress = startProgress('requests');
  await withBook(storage, async (store) => {
    const profile = await findProfile(store, storage, name);
    const result = await replayConfirmed(store, profile, {
      to,
      headers: options.header,
      body: options.body === undefined ? undefined : readBody(options.body),
      path: options.path,
      times,
      timeout: options.timeout,
      wait: options.wait,
      onSent: (count) => times > 1 && progress.update(count, times),
      ...(options.yes && { allowRemote: true, allowChanges: true }),
    });
    progress.stop();
    print(result, store, options);
  }).finally(progress.stop);
}

/** Asks before a request goes to another machine or may change data. */
async function replayConfirmed(book: Store, profile: Profile, options: ReplayOptions): Promise<Replayed> {
  const result = await replay(book, profile, options);
  if (result.outcome === 'replayed') return result;
  const { why } = result;
  if (why !== 'remote' && why !== 'changes')
    throw new CommandError(`${visibleText(result.reason)} ${hint(result)}`.trim());
  if (!canAsk()) throw usageError(`${visibleText(result.reason)} Pass --yes to send the request.`);
  for (const line of missingLines(result.missing)) process.stderr.write(`${line}\n`);
  if (!(await confirm(`${visibleText(result.reason)} Send the request?`)))
    throw new CommandError('Nothing was sent.');
  return replayConfirmed(book, profile, {
    ...options,
    ...(why === 'remote' ? { allowRemote: true } : { allowChanges: true }),
  });
}

function hint({ missing }: ReplayRefused): string {
  const [first] = missing;
  if (first?.part === 'body') return "Give it with --body TEXT or --body @FILE; --body '' sends none.";
  if (first?.part !== 'URL') return '';
  const names = first.name === '' ? '' : ` (${visibleText(first.name)})`;
  return `Give the path and query${names} with --path.`;
}

function print(result: Replayed, store: Store, { json, all, expect }: CommandOptions): void {
  if (result.compared === null && !json) {
    const { failure = '' } = result.runs[0] ?? {};
    const { origin } = result.request.target;
    throw failure.includes('ECONNREFUSED')
      ? new CommandError(`Nothing listens at ${origin}. Start your app, or pass --to.`)
      : new CommandError(`${origin} gave no response: ${visibleText(failure)}`);
  }
  printAnswer('replay', json, {
    json: () => replayJson(result, store.tokens),
    lines: (terminal) => replayLines(result, terminal, all ?? false),
  });
  const isExpected = expectation(expect, result.recorded.entry.status);
  const unexpected = result.runs.filter(({ status }) => !isExpected(status));
  if (unexpected.length === 0) return;
  if (expect !== undefined)
    process.stderr.write(
      `gatebook: ${unexpected.length} of ${result.runs.length} responses did not have the status ${expect}\n`,
    );
  process.exitCode = EXIT_FAILURE;
}

/** Without `--expect`, any response is accepted. */
function expectation(expect: string | undefined, recorded: number): (status: number | null) => boolean {
  if (expect === undefined) return (status) => status !== null;
  const text = expect === 'same' ? String(recorded) : expect.toLowerCase();
  return (status) =>
    status !== null && (text.endsWith('xx') ? `${String(status)[0]}xx` : String(status)) === text;
}

function addHeader(text: string, before: readonly SentHeader[]): readonly SentHeader[] {
  return [...before, parseGivenHeader(text)];
}

function readTimes(text: string): number {
  const times = readCount('--times', text);
  if (times < 1 || times > 1000) invalid('--times', text, 'a number of requests', 'from 1 to 1000');
  return times;
}

function waitOption(name: string, description: string, milliseconds: number): Option {
  return new Option(`${name} <duration>`, description)
    .argParser((text: string) => readDuration(name, text))
    .default(milliseconds, `${milliseconds / 1000}s`);
}

function readExpected(text: string): string {
  return /^(?:[1-5](?:\d\d|xx)|same)$/i.test(text)
    ? text
    : invalid('--expect', text, 'a status', 'such as 200, 2xx or same');
}

function readBody(text: string): Uint8Array {
  if (!text.startsWith('@')) return Buffer.from(text);
  try {
    return readFileSync(text.slice(1));
  } catch (error) {
    throw usageError(`--body: ${messageOf(error)}`);
  }
}
