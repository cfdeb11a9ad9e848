import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGES, ROOT_FILES } from './pages.ts';

const DOCS = join(import.meta.dirname, '..');

/** The text of a page, as Markdown without front matter and comments. */
function markdownOf(file: string): string {
  const source = ROOT_FILES[file] ? `../${ROOT_FILES[file]}` : file;
  return readFileSync(join(DOCS, source), 'utf8')
    .replace(/^---\n.*?\n---\n/s, '')
    .replace(/^<!--.*?-->\n+/gms, '')
    .trim();
}

/** Writes llms.txt, llms-full.txt and the Markdown of each page into the built site, for language models (llmstxt.org). */
export function writeLlms(folder: string, site: { title: string; description: string; base: string }): void {
  const head = `# ${site.title}\n\n> ${site.description}\n`;
  const index = [head];
  const full = [head];
  for (const [group, pages] of Object.entries(PAGES)) {
    index.push(`## ${group}\n`);
    for (const { file, name, about } of pages) {
      const markdown = markdownOf(file);
      index.push(`- [${name}](${site.base}${file}): ${about}`);
      full.push(`${markdown}\n`);
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${markdown}\n`);
    }
    index.push('');
  }
  writeFileSync(join(folder, 'llms.txt'), index.join('\n'));
  writeFileSync(join(folder, 'llms-full.txt'), full.join('\n'));
}
