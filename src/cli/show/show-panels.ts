import { describeBody, readableBody } from '../../format/body-text.ts';
import { formatBytes } from '../../format/units.ts';
import { visibleJson, visibleLines, visibleText } from '../../format/visible-text.ts';
import type { Body } from '../../profile/body.ts';
import { profileJson } from '../../profile/entry-json.ts';
import type { Header, Profile } from '../../profile/profile.ts';
import { isOperation, isOutgoing, type PanelFacts, type PanelId } from '../../report/profile/panel-facts.ts';
import type { ProfileReading } from '../../report/profile/read-profile.ts';
import { firstExcerpts } from '../../report/profile/source-lines.ts';
import { entryTable } from '../output/entry-table.ts';
import type { Terminal } from '../output/terminal.ts';
import { logLines, noteLines, spanLines } from './show-activity.ts';
import { exceptionLines, indented } from './show-exception.ts';
import { queryLines } from './show-queries.ts';
import { timelineLines } from './show-timeline.ts';

export interface Printing {
  readonly zone: string;
  readonly terminal: Terminal;
}

/** A panel of the page as text: its name, and its content or why it has none. */
export function panelLines(facts: PanelFacts, reading: ProfileReading, printing: Printing): string[] {
  const title = facts.alert ? `${facts.name} (${facts.alert})` : facts.name;
  const omitted = facts.omitted === '' ? [] : indented([facts.omitted]);
  const content = facts.isEmpty
    ? indented([facts.empty])
    : [...contentLines(facts.id, reading, printing), ...omitted];
  // These panels have headings of their own.
  if (!facts.isEmpty && (facts.id === 'request' || facts.id === 'body')) return content;
  return [printing.terminal.style('bold', title), ...content];
}

function contentLines(id: PanelId, reading: ProfileReading, { zone, terminal }: Printing): string[] {
  const { profile, parent, subRequests, sources, tokens } = reading;
  const { entry, detail } = profile;
  const { spans = [], logs = [], notes = [], exception = null } = detail ?? {};
  switch (id) {
    case 'exception':
      return exception ? indented(exceptionLines(exception, firstExcerpts(exception, sources))) : [];
    case 'timeline':
      return timelineLines(profile, terminal);
    case 'queries':
      return indented(queryLines(profile));
    case 'logs':
      return logLines(logs, terminal);
    case 'operations':
      return spanLines(spans.filter(isOperation), terminal);
    case 'outgoing':
      return spanLines(spans.filter(isOutgoing), terminal);
    case 'request':
      return headerLines(profile);
    case 'body':
      return bodyLines(profile);
    case 'notes':
      return noteLines(notes, entry.tags);
    case 'client':
      return clientLines(reading, { zone, terminal });
    case 'sub-requests': {
      const entries = entry.parent === null ? subRequests.entries : parent ? [parent] : [];
      return entryTable(entries, { tokens, zone, terminal });
    }
    case 'raw':
      return visibleJson(profileJson(profile, tokens)).split('\n');
  }
}

function clientLines(
  { profile, tokens, clientRequests }: ProfileReading,
  { zone, terminal }: Printing,
): string[] {
  const { entry, detail } = profile;
  const via = detail && detail.socketIp !== entry.ip ? ` via ${visibleText(detail.socketIp)}` : '';
  const facts = [
    `  IP address    ${visibleText(entry.ip) || 'none: it came through a local socket'}${via}`,
    `  Client class  ${entry.client}`,
    `  User agent    ${visibleText(entry.userAgent) || 'none'}`,
  ];
  if (!clientRequests) return facts;
  const { requests, isComplete, isLimited } = clientRequests;
  const search = `gatebook search ip:${visibleText(entry.ip)}`;
  return [
    ...facts,
    '',
    'All from this client, 5 minutes before and after',
    ...(requests.length > 1
      ? entryTable(requests, { tokens, zone, terminal })
      : isComplete
        ? ['  No other requests from this client in these 10 minutes.']
        : []),
    ...(isLimited ? [`There are more. To list them: ${search}`] : []),
    ...(isComplete ? [] : [`The search reached its time limit. To list them: ${search}`]),
  ];
}

function headerLines({ entry, detail }: Profile): string[] {
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

function bodyLines({ entry, detail }: Profile): string[] {
  return [
    ...linesOf('Request body', detail?.requestBody, entry.requestBytes),
    '',
    ...linesOf('Response body', detail?.responseBody, entry.responseBytes),
  ];
}

/** `bytes` is the size that the headers state. */
function linesOf(title: string, body: Body | undefined, bytes: number): string[] {
  if (!body) return [`${title} (${bytes === 0 ? 'none' : 'not recorded'})`];
  const text = readableBody(body);
  const lines = text === null ? [] : visibleLines(text).split('\n');
  return [`${title} (${visibleText(describeBody(body))})`, ...lines.map((line) => `  ${line}`)];
}
