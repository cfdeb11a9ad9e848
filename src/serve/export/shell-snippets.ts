import { cmdQuoted } from '../../format/cmd-quoted.ts';
import type { SendableRequest } from './replayable-request.ts';

export function curlCommand(request: SendableRequest): string {
  return `curl ${curlArguments(request, quoted).join(' \\\n  ')}`;
}

/** For the command prompt of Windows. In a batch file, a percent sign would have to be doubled. */
export function curlForCmd(request: SendableRequest): string {
  return `curl ${curlArguments(request, cmdQuoted).join(' ^\n  ')}`;
}

export function wgetCommand({ method, url, headers, body }: SendableRequest): string {
  const args = [
    '--quiet',
    `--method ${method}`,
    ...headerArguments(headers, quoted),
    ...(body === undefined ? [] : [`--body-data ${quoted(body)}`]),
    '--output-document -',
    quoted(url),
  ];
  return `wget ${args.join(' \\\n  ')}`;
}

type Quote = (text: string) => string;

function curlArguments({ method, url, headers, body }: SendableRequest, quote: Quote): string[] {
  const args = [
    `--request ${method}`,
    `--url ${quote(url)}`,
    // Not --cookie: curl would read a cookie without an equals sign from a file of that name.
    ...headerArguments(headers, quote),
  ];
  // Not --data: curl would read a body that starts with @ from a file.
  if (body !== undefined) args.push(`--data-raw ${quote(body)}`);
  // Without --head, curl waits for the body of the response.
  if (method === 'HEAD') args.push('--head');
  // Scanners send paths such as /../ on purpose; curl would resolve them.
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) args.push('--path-as-is');
  return args;
}

function headerArguments(headers: SendableRequest['headers'], quote: Quote): string[] {
  return Object.entries(headers).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`);
}

/** Inside single quotes a shell interprets nothing; a single quote itself is written outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
