import type { SendableRequest } from './replayable-request.ts';

export function curlCommand({ method, url, headers }: SendableRequest): string {
  const args = [
    `--request ${method}`,
    `--url ${quoted(url)}`,
    // Not --cookie: curl would read a cookie without an equals sign from a file of that name.
    ...headerArguments(headers),
  ];
  // Without --head, curl waits for the body of the response.
  if (method === 'HEAD') args.push('--head');
  // Scanners send paths such as /../ on purpose; curl would resolve them.
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) args.push('--path-as-is');
  return `curl ${args.join(' \\\n  ')}`;
}

export function wgetCommand({ method, url, headers }: SendableRequest): string {
  const args = [
    '--quiet',
    `--method ${method}`,
    ...headerArguments(headers),
    '--output-document -',
    quoted(url),
  ];
  return `wget ${args.join(' \\\n  ')}`;
}

function headerArguments(headers: SendableRequest['headers']): string[] {
  return Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`);
}

/** Inside single quotes a shell interprets nothing; a single quote itself is written outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
