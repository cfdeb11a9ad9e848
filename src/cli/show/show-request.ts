import { describeBody, readableBody } from '../../format/body-text.ts';
import { formatBytes } from '../../format/units.ts';
import { visibleLines, visibleText } from '../../format/visible-text.ts';
import type { Body } from '../../profile/body.ts';
import type { Header, Profile } from '../../profile/profile.ts';

/** The headers of the request and the response. */
export function headerLines({ entry, detail }: Profile): string[] {
  const { requestHeaders = [], responseHeaders = [], httpVersion = '', socketIp = '' } = detail ?? {};
  const isStage = entry.parent !== null && requestHeaders.length === 0;
  return [
    'Request headers',
    ...(isStage
      ? ['  Same as the main request.']
      : [
          `  HTTP ${visibleText(httpVersion) || 'version unknown'} from ${visibleText(socketIp) || 'a local socket'}, body of ${formatBytes(entry.requestBytes)}`,
          ...requestHeaders.map(headerLine),
        ]),
    '',
    'Response headers',
    `  Status ${entry.status}, ${formatBytes(entry.responseBytes)}`,
    ...responseHeaders.map(headerLine),
  ];
}

function headerLine([name, value]: Header): string {
  return `  ${visibleText(name)}: ${value === null ? '(withheld)' : visibleText(value)}`;
}

export function bodyLines({ entry, detail }: Profile): string[] {
  return [
    ...linesOf('Request body', detail?.requestBody, entry.requestBytes),
    '',
    ...linesOf('Response body', detail?.responseBody, entry.responseBytes),
  ];
}

/** `bytes` is what the headers say about the size. */
function linesOf(title: string, body: Body | undefined, bytes: number): string[] {
  if (!body) return [`${title} (${bytes === 0 ? 'none' : 'not recorded'})`];
  const text = readableBody(body);
  const lines = text === null ? [] : visibleLines(text).split('\n');
  return [`${title} (${visibleText(describeBody(body))})`, ...lines.map((line) => `  ${line}`)];
}
