import { javascriptCode, nodeTest, powershellCode, pythonCode } from './code-snippets.ts';
import type { SendableRequest } from './replayable-request.ts';
import type { SnippetTarget } from './sendable-body.ts';
import { curlCommand, curlForCmd, wgetCommand } from './shell-snippets.ts';

/** A language in which a recorded request can be written. */
export interface Language {
  /** As in `?lang=curl`. */
  readonly name: string;
  readonly title: string;
  readonly target: SnippetTarget;
  readonly comment: '#' | '//' | 'rem';
  /** How many characters of code it accepts. */
  readonly maxLength?: number;
  /** Returns `null` if this client cannot send the method. */
  readonly write: (request: SendableRequest) => string | null;
}

/** The longest line that cmd.exe reads, with all lines that it continues. */
const MAX_CMD_LENGTH = 8191;

export const SNIPPET_LANGUAGES: readonly Language[] = [
  { name: 'curl', title: 'curl', target: 'shell', comment: '#', write: curlCommand },
  {
    name: 'curl-cmd',
    title: 'curl for cmd.exe',
    target: 'cmd',
    comment: 'rem',
    maxLength: MAX_CMD_LENGTH,
    write: curlForCmd,
  },
  { name: 'wget', title: 'Wget', target: 'shell', comment: '#', write: wgetCommand },
  { name: 'javascript', title: 'JavaScript', target: 'code', comment: '//', write: javascriptCode },
  { name: 'node-test', title: 'node:test', target: 'code', comment: '//', write: nodeTest },
  { name: 'python', title: 'Python', target: 'code', comment: '#', write: pythonCode },
  { name: 'powershell', title: 'PowerShell', target: 'code', comment: '#', write: powershellCode },
];

export function languageOf(name: string): Language | undefined {
  const lower = name.toLowerCase();
  return SNIPPET_LANGUAGES.find((language) => language.name === lower);
}
