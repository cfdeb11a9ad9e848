import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugOf } from '../../docs/.vitepress/slug.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** All Markdown files of the repository, relative to its root. */
export const MARKDOWN_FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export interface CodeBlock {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** The fenced blocks of code of a file, without their indentation. */
export function codeBlocks(file: string): CodeBlock[] {
  const text = read(file);
  return [...text.matchAll(/^( *)```(\w*)[^\n]*\n(.*?)^\1```$/gms)].map(
    ({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** A text without its blocks and spans of code. */
function withoutCode(text: string): string {
  return text.replace(/^( *)```.*?^\1```$/gms, '').replace(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '');
}

/** The addresses that a file links to, images included. */
export function linksIn(file: string): string[] {
  const text = withoutCode(read(file));
  const markdown = [...text.matchAll(/\]\(\s*<?([^\s)>]+)>?[^)]*\)/g)];
  const html = [...text.matchAll(/\s(?:href|src)="([^"]+)"/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return [...markdown, ...html, ...references].map(([, address = '']) => address);
}

/** The anchors of the headings of a file, as GitHub and the site make them. */
export function anchorsIn(file: string): Set<string> {
  const text = read(file).replace(/^( *)```.*?^\1```$/gms, '');
  const counts = new Map<string, number>();
  const anchors = [...text.matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const slug = slugOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, ''));
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}
