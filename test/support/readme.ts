import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

/** What a section of the README says to do: write these files, then run these commands. */
export interface Steps {
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
}

/** The steps of the section with this heading. A block of code that starts with `// FILE` is a file, one of `sh` has commands. */
export function stepsOf(heading: string): Steps {
  const section = README.split(/^#{2,3} /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`The README has no section ${heading}.`);
  const files: Record<string, string> = {};
  const commands: string[] = [];
  for (const [, language, code = ''] of section.matchAll(/^```(\w*)\n(.*?)^```$/gms)) {
    const [, file] = /^\/\/ (\S+)\n/.exec(code) ?? [];
    if (file !== undefined) files[file] = code;
    else if (language === 'sh') commands.push(...code.trim().split('\n'));
  }
  if (commands.length === 0) throw new Error(`The section ${heading} of the README has no commands.`);
  return { files, commands };
}
