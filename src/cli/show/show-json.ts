import { entryJson, profileJson } from '../../profile/entry-json.ts';
import {
  EVERYTHING,
  isOperation,
  isOutgoing,
  type PanelFacts,
  type Shown,
  SUMMARY,
} from '../../report/profile/panel-facts.ts';
import { queryGroups } from '../../report/profile/query-groups.ts';
import type { ProfileReading } from '../../report/profile/read-profile.ts';

/** A profile for `--json`: all of it, or what one panel shows. */
export function profileAnswer(
  reading: ProfileReading,
  panels: readonly PanelFacts[],
  shown: Shown | undefined,
): object {
  const { profile, tokens, token, subRequests } = reading;
  const list = panels.map(({ id, name, count, alert, isEmpty, empty }) => ({
    id,
    name,
    count: Number(count.replaceAll(',', '')) || 0,
    alert: alert ?? null,
    empty: isEmpty ? empty : null,
  }));
  const children = subRequests.entries.map((child) => entryJson(child, tokens));
  if (shown === undefined || shown === EVERYTHING || shown === 'raw')
    return { ...profileJson(profile, tokens), subRequests: children, panels: list };
  const { detail, ...summary } = profileJson(profile, tokens);
  if (shown === SUMMARY) return { ...summary, subRequests: children, panels: list };
  const { id: panel = shown, ...facts } = list.find(({ id }) => id === shown) ?? {};
  return { token, panel, ...facts, ...panelContent(reading, shown) };
}

function panelContent(
  { profile, tokens, parent, subRequests, clientRequests }: ProfileReading,
  shown: Shown,
): object {
  const { entry, detail } = profile;
  const { spans = [], phases = null, logs = [], notes = [], exception = null } = detail ?? {};
  const rows = (entries: ProfileReading['subRequests']['entries']) =>
    entries.map((child) => entryJson(child, tokens));
  switch (shown) {
    case 'exception':
      return { exception };
    case 'timeline':
      return { duration: entry.duration, phases, spans };
    case 'queries':
      return { queries: queryGroups(spans) };
    case 'logs':
      return { logs };
    case 'operations':
      return { operations: spans.filter(isOperation) };
    case 'outgoing':
      return { outgoing: spans.filter(isOutgoing) };
    case 'request':
      return {
        httpVersion: detail?.httpVersion ?? null,
        socketIp: detail?.socketIp ?? null,
        requestHeaders: detail?.requestHeaders ?? [],
        responseHeaders: detail?.responseHeaders ?? [],
      };
    case 'body':
      return { requestBody: detail?.requestBody ?? null, responseBody: detail?.responseBody ?? null };
    case 'notes':
      return { notes, tags: entry.tags };
    case 'client':
      return {
        ip: entry.ip,
        client: entry.client,
        userAgent: entry.userAgent,
        requests: rows(clientRequests?.requests ?? []),
      };
    case 'sub-requests':
      return { parent: parent && entryJson(parent, tokens), subRequests: rows(subRequests.entries) };
    default:
      return {};
  }
}
