import type { SendableRequest } from './replayable-request.ts';

export function curlCommand({ method, url, headers, body }: SendableRequest): string {
  const args = [
    `--request ${method}`,
    `--url ${quoted(url)}`,
    // Not --cookie: curl would read a cookie without an equals sign from a file of that name.
    ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
  ];
  // Not --data: curl would read a body that starts with @ from a file.
  if (body !== undefined) args.push(`--data-raw ${quoted(body)}`);
  // Without --head, curl waits for the body of the response.
  if (method === 'HEAD') args.push('--head');
  // Scanners send paths such as /../ on purpose; curl would resolve them.
  if (/\/\.{1,2}(?:[/?]|$)/.test(url)) args.push('--path-as-is');
  return `curl ${args.join(' \\\n  ')}`;
}

/** Inside single quotes a shell interprets nothing; a single quote itself is written outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
