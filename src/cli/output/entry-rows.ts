import type { Entry } from '../../profile/entry.ts';
import { entryJson } from '../../profile/entry-json.ts';
import type { Tokens } from '../../profile/token.ts';
import { jsonLine, pickFields } from './json.ts';

/** Prints requests for `--ndjson`. */
export function printRows(
  entries: readonly Entry[],
  tokens: Tokens,
  fields: readonly string[] | undefined,
): void {
  const lines = entries.map((entry) => `${jsonLine(pickFields(entryJson(entry, tokens), fields))}\n`);
  process.stdout.write(lines.join(''));
}
