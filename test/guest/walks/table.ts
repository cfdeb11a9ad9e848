import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAULTS, type FaultName, walksOf } from './faults.ts';
import type { WalkedApp } from './walked-app.ts';

const DOCS = join(import.meta.dirname, '../../../docs/find.md');
const HEAD = ['what happens', 'search', 'on the page', 'command line', 'steps', 'walked in'];

/** The table of docs/find.md, as these apps have it. */
export function tableOf(apps: readonly WalkedApp[]): string {
  const rows = (Object.keys(FAULTS) as FaultName[]).map((name) => {
    const { cli, page } = walksOf(name);
    const [search = '', ...commands] = cli;
    const opened = page
      .slice(1)
      .map((step) => step.replace('open ROW', 'open the row').replace('click ', ''));
    return [
      name,
      `\`${search.replace('search ', '')}\``,
      opened.join(', '),
      commands.map((command) => `\`${command.replace('ROW', 'TOKEN')}\``).join(', '),
      page.length === cli.length ? String(cli.length) : `${page.length}, ${cli.length}`,
      apps
        .filter(({ faults }) => faults[name])
        .map((app) => app.name.split(',')[0])
        .join(', '),
    ];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

export function docsText(): string {
  return readFileSync(DOCS, 'utf8');
}
