import { Command, Option } from 'commander';
import { GatebookError } from '../errors.ts';
import { languageOf, SNIPPET_LANGUAGES } from '../serve/export/languages.ts';
import { requestOf } from '../serve/export/profile-lookup.ts';
import { snippetOf } from '../serve/export/snippets.ts';
import { openStore } from '../store/open-store.ts';
import { findProfile, PROFILE_NAME } from './find-profile.ts';
import { invalid } from './option-values.ts';
import { jsonText } from './output/json.ts';
import { jsonOption, storageOption } from './shared-options.ts';

interface CurlOptions {
  readonly storage: string;
  readonly as: string;
  readonly json?: true;
}

/** Other names of a language. */
const ALIASES: Readonly<Record<string, string>> = { fetch: 'javascript', js: 'javascript', py: 'python' };
const NAMES = SNIPPET_LANGUAGES.map(({ name }) => name).join(', ');

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
      new Option('--as <language>', `one of ${NAMES}, fetch`).argParser(readLanguage).default('curl'),
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  gatebook curl last-error | sh\n  gatebook curl 3fa2c1 --as node-test',
    )
    .action(curl);
}

async function curl(name: string, { storage, as, json }: CurlOptions): Promise<void> {
  const store = await openStore(storage, { create: false });
  try {
    const profile = await findProfile(store, storage, name);
    const language = languageOf(as) ?? invalid('--as', as, 'a language', `of ${NAMES}`);
    const snippet = snippetOf(language, profile, await requestOf(store, profile));
    if (!snippet.ok) throw new GatebookError('not-replayed', snippet.reason);
    const { code, notes } = snippet;
    if (json) {
      const token = store.tokens.tokenOf(profile.entry.seq);
      process.stdout.write(`${jsonText('curl', { token, language: language.name, code, notes })}\n`);
      return;
    }
    for (const note of notes) process.stderr.write(`gatebook: ${note}\n`);
    process.stdout.write(`${code}\n`);
  } finally {
    await store.close();
  }
}

function readLanguage(text: string): string {
  const name = ALIASES[text.toLowerCase()] ?? text;
  return languageOf(name) ? name : invalid('--as', text, 'a language', `of ${NAMES}`);
}
