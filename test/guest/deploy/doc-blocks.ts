import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOC = readFileSync(join(import.meta.dirname, '../../../docs/deploy.md'), 'utf8');

/** A block of code in docs/deploy.md, by its language and a text that it contains. */
export function block(language: string, text = ''): string {
  const blocks = [...DOC.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(
    ([, name, code = '']) => name === language && code.includes(text),
  );
  const [found] = blocks;
  if (!found || blocks.length > 1)
    throw new Error(`docs/deploy.md has ${blocks.length} such blocks of ${language}.`);
  return found[2] ?? '';
}

/** Replaces parts of a text. All of them must be there, so that a test does not run another configuration than it says. */
export function swap(text: string, ...pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`"${from}" is not in this text.`);
    return result.replaceAll(from, to);
  }, text);
}
