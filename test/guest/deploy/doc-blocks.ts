import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../../docs');

/** The pages of platforms, by their names in docs/deploy. */
export const PLATFORM_PAGES: ReadonlyMap<string, string> = new Map(
  readdirSync(join(DOCS, 'deploy')).map((name) => [
    name.replace('.md', ''),
    readFileSync(join(DOCS, 'deploy', name), 'utf8'),
  ]),
);
const ALL = [readFileSync(join(DOCS, 'deploy.md'), 'utf8'), ...PLATFORM_PAGES.values()];

/** A block of code in docs/deploy.md or docs/deploy, by its language and a text that it contains. */
export function block(language: string, text = ''): string {
  return oneOf(
    ALL.flatMap((page) => blocksOf(page, language)).filter((code) => code.includes(text)),
    language,
  );
}

/** The block of code in this language in docs/collector.md. */
export function collectorBlock(language: string): string {
  return oneOf(blocksOf(readFileSync(join(DOCS, 'collector.md'), 'utf8'), language), language);
}

/** The block of code in this language on the page of a platform. */
export function platformBlock(platform: string, language: string): string {
  return oneOf(blocksOf(PLATFORM_PAGES.get(platform) ?? '', language), language);
}

/** A file in examples/collector. */
export function collectorFile(name: string): string {
  return readFileSync(join(DOCS, '../examples/collector', name), 'utf8');
}

function blocksOf(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
}

function oneOf(blocks: readonly string[], language: string): string {
  const [found] = blocks;
  if (found === undefined || blocks.length > 1)
    throw new Error(`The docs have ${blocks.length} such blocks of ${language}.`);
  return found;
}

/** Replaces parts of a text. All of them must be there, so that a test does not run another configuration than it says. */
export function swap(text: string, ...pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`"${from}" is not in this text.`);
    return result.replaceAll(from, to);
  }, text);
}
