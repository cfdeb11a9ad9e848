import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../../support/user-commands.ts';

const DOCS = join(import.meta.dirname, '../../../docs/frameworks.md');

/**
 * Adds the lines that docs/frameworks.md shows for a framework. A block of code that starts with `// FILE` is the whole file;
 * one that starts with `// add to FILE` is appended to it.
 */
export function addLines(files: readonly string[], folder: string): void {
  for (const file of files) {
    const whole = blockOf(`// ${file}\n`);
    const added = blockOf(`// add to ${file}\n`);
    if (whole !== undefined) writeFiles({ [file]: whole }, folder);
    else if (added !== undefined) appendFileSync(join(folder, file), added);
    else throw new Error(`docs/frameworks.md has no code for ${file}.`);
  }
}

function blockOf(firstLine: string): string | undefined {
  return readFileSync(DOCS, 'utf8')
    .split('```')
    .map((block) => block.replace(/^\w*\n/, ''))
    .find((block) => block.startsWith(firstLine))
    ?.slice(firstLine.length);
}
