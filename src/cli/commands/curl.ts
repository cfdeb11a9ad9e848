import { Command, Option } from 'commander';
import { requestOf } from '../../report/export/replayable-request.ts';
import { CURL, LANGUAGE_NAMES, type Language, languageOf, snippetOf } from '../../report/export/snippets.ts';
import { CommandError } from '../command-error.ts';
import { findProfile, PROFILE_NAME } from '../find-profile.ts';
import { examples } from '../help.ts';
import { printAnswer } from '../output/print-answer.ts';
import { invalid, jsonOption, storageOption } from '../shared-options.ts';
import { withBook } from '../with-book.ts';

interface CurlOptions {
  readonly storage: string;
  readonly as: Language;
  readonly json?: true;
}

/** Other names of a language. */
const ALIASES: Readonly<Record<string, string>> = { fetch: 'javascript', js: 'javascript' };
const NAMES = LANGUAGE_NAMES.join(', ');

export function curlCommand(): Command {
  return new Command('curl')
    .summary('print a request as a curl command')
    .description(
      'Print a recorded request as a curl command, or as code. It is safe to paste: recorded text is quoted and encoded. What is ' +
        'missing, such as withheld headers, is named on stderr.',
    )
    .argument('<token>', PROFILE_NAME)
    .addOption(storageOption())
    .addOption(
      new Option('--as <language>', `one of ${NAMES}, fetch`)
        .argParser(readLanguage)
        .default(CURL, CURL.name),
    )
    .addOption(jsonOption())
    .addHelpText('after', examples('gatebook curl last-error', 'gatebook curl 3fa2c1 --as node-test'))
    .action(curl);
}

async function curl(name: string, { storage, as: language, json }: CurlOptions): Promise<void> {
  await withBook(storage, async (store) => {
    const profile = await findProfile(store, storage, name);
    const snippet = snippetOf(language, profile, await requestOf(store, profile));
    if (!snippet.ok) throw new CommandError(snippet.reason);
    const { code, notes } = snippet;
    const token = store.tokens.tokenOf(profile.entry.seq);
    if (!json) for (const note of notes) process.stderr.write(`gatebook: ${note}\n`);
    printAnswer('curl', json, {
      json: () => ({ token, language: language.name, code, notes }),
      lines: () => [code],
    });
  });
}

function readLanguage(text: string): Language {
  const name = ALIASES[text.toLowerCase()] ?? text;
  return languageOf(name) ?? invalid('--as', text, 'a language', `of ${NAMES}`);
}
