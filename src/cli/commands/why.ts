import type { Command } from 'commander';
import { failureQuery } from '../../findings/failure-query.ts';
import { inCommon } from '../../findings/in-common/in-common.ts';
import { parseGrouped } from '../../report/parse-search.ts';
import type { Store } from '../../store/store.ts';
import { CommandError } from '../command-error.ts';
import { findProfile } from '../find-profile.ts';
import { queryCommand } from '../help.ts';
import { inCommonJson, inCommonLines } from '../output/in-common-lines.ts';
import { printAnswer } from '../output/print-answer.ts';
import { readQuery } from '../query-argument.ts';
import { jsonOption, type ReadOptions, storageOption, zoneOption } from '../shared-options.ts';
import { withBook } from '../with-book.ts';

const DEADLINE = 10_000;
const NAME = /^(?:latest|last-error|[0-9a-f]{6}|[0-9a-f]{8}|[0-9a-f]{12})$/i;

export function whyCommand(): Command {
  return queryCommand(
    'why',
    '<query...>',
    'status:5xx route:/checkout since:1h, or a token, or last-error',
    'gatebook why last-error',
    'gatebook why status:5xx since:1h',
    'gatebook why route:/search "duration:>500ms" since:1d',
  )
    .summary('say what requests have in common')
    .description(
      'Say what the requests that match have in common, and the others do not: users, releases, headers, queries and calls. Those ' +
        'that failed or took long are compared with other requests of their route; a token means the requests that failed with the same error.',
    )
    .addOption(storageOption())
    .addOption(zoneOption())
    .addOption(jsonOption())
    .action(why);
}

async function why(words: string[], options: ReadOptions, command: Command): Promise<void> {
  const { storage, tz, json } = options;
  await withBook(storage, async (store) => {
    const [name = ''] = words;
    const asked = words.length === 1 && NAME.test(name) ? [await queryOf(store, storage, name)] : words;
    const search = readQuery(asked, command, { params: { tz }, parse: parseGrouped });
    if (!search) return;
    const { text, criteria } = search;
    const { signal } = new AbortController();
    const found = await inCommon(store, criteria.terms, { deadline: DEADLINE, signal });
    printAnswer('why', json, {
      json: () => ({ query: text, ...inCommonJson(found, text) }),
      lines: (terminal) => inCommonLines(found, text, tz, terminal),
    });
  });
}

async function queryOf(store: Store, storage: string, name: string): Promise<string> {
  const { entry } = await findProfile(store, storage, name);
  const query = failureQuery(entry);
  if (query !== null) return query;
  const token = store.tokens.tokenOf(entry.seq);
  throw new CommandError(`${token} did not fail. "gatebook since ${token}" compares it with what is usual.`);
}
