import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Redaction } from '../../src/redact/redaction.ts';

/** A line of the corpus: a text as it comes in, and the parts of it that must be hidden. */
export interface Case {
  /** How it comes in: the name of its file. */
  readonly way: string;
  /** Where it comes from: the heading above it. */
  readonly source: string;
  readonly text: string;
  readonly secrets: readonly string[];
}

/** Keeps services that look for keys from finding those that were made up for the corpus. */
const SPLIT = /‖/g;
const LINE_BREAK = /↵/g;
const SECRET = /«([^»]*)»/g;

/** Reads the lines of one of the two corpora. Each file begins with what its lines are. */
export function readCorpus(name: 'secrets' | 'ordinary'): Case[] {
  const folder = join(import.meta.dirname, 'corpus', name);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .flatMap((file) => readCases(join(folder, file)));
}

function readCases(file: string): Case[] {
  const way = basename(file, '.txt');
  let source = '';
  const cases: Case[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('# ')) source = line.slice(2);
    else if (line.trim() !== '') {
      const marked = line.replace(SPLIT, '').replace(LINE_BREAK, '\n');
      const secrets = [...marked.matchAll(SECRET)].map(([, secret = '']) => secret);
      cases.push({ way, source, text: marked.replace(SECRET, '$1'), secrets });
    }
  }
  return cases;
}

/** What redaction makes of a line, by the way it comes in. */
export function redactCase({ way, text }: Case, redaction: Redaction): string {
  switch (way) {
    case 'query':
      return redaction.url(`https://shop.example/items?${text}`);
    case 'urls':
    case 'routes':
      return redaction.url(text);
    case 'headers': {
      const [name = '', ...value] = text.split(': ');
      return `${name}: ${redaction.header(name, value.join(': '))[1] ?? ''}`;
    }
    case 'json':
      return redaction.body(text, 'json', false);
    case 'forms':
      return redaction.body(text, 'form', false);
    case 'multipart':
    case 'xml':
    case 'html':
      return redaction.body(text, 'text', false);
    case 'errors':
      return redaction.errorText(text);
    case 'statements':
      return redaction.statement(text, '');
    default:
      return redaction.text(text);
  }
}
