import { STATUS_CODES } from 'node:http';
import { countText } from '../../format/count-text.ts';
import { formatBytes, formatDuration } from '../../format/units.ts';
import {
  ABORTED,
  type Entry,
  PROCESS_EXITED,
  PROCESS_VANISHED,
  STATUS_ABORTED,
} from '../../profile/entry.ts';
import type { Profile } from '../../profile/profile.ts';
import { isSendable } from './panel-facts.ts';

/** A value of a request that every panel may need. */
export interface ProfileFact {
  readonly name: string;
  /** Recorded text; empty if there is none. */
  readonly value: string;
  /** The field that finds other requests with this value. */
  readonly field?: string;
}

/** In display order, after the client and the time, and before the event loop and the tags. */
export function profileFacts({ entry, detail }: Profile): readonly ProfileFact[] {
  const isRequest = isSendable(entry);
  const { endedBy, cpu, notes = [] } = detail ?? {};
  const searched = (name: string, field: Searched): ProfileFact[] =>
    entry[field] === '' ? [] : [{ name, value: entry[field], field }];
  const ofRequest = (...facts: ProfileFact[]) => (isRequest ? facts : []);
  return [
    { name: entry.kind === 'process' ? 'Uptime' : 'Duration', value: formatDuration(entry.duration) },
    { name: 'Status', value: statusText(entry) },
    ...(entry.kind === 'process' ? notes.map(({ key, value }) => ({ name: key, value })) : []),
    ...(endedBy === undefined ? [] : [{ name: 'Ended by', value: endedBy }]),
    ...searched('Error', 'error'),
    ...ofRequest({ name: 'Route', value: entry.route, field: 'route' }),
    ...(entry.kind === 'process' ? [] : searched('Operation', 'operation')),
    ...searched('User', 'user'),
    ...ofRequest(
      { name: 'Host', value: entry.host, field: 'host' },
      { name: 'Response size', value: formatBytes(entry.responseBytes) },
    ),
    ...(entry.queries === 0 ? [] : [{ name: 'Queries', value: queriesText(entry) }]),
    ...searched('Service', 'service'),
    ...searched('Release', 'release'),
    ...searched('Environment', 'environment'),
    ...searched('Instance', 'instance'),
    ...searched('Trace ID', 'trace'),
    ...(cpu === undefined ? [] : [{ name: 'CPU time', value: formatDuration(cpu) }]),
  ];
}

/** `21 in 3 ms` */
export function queriesText({ queries, queryTime }: Entry): string {
  return queries === 0 ? '0' : `${countText(queries)} in ${formatDuration(queryTime)}`;
}

const EVENTS: Readonly<Record<string, string>> = {
  start: 'Started',
  ready: 'Listens',
  stop: 'Stopped recording: the app closed the book',
  exit: 'Exited',
  vanished: 'Ended without a word',
};

type Searched = 'error' | 'operation' | 'user' | 'service' | 'release' | 'environment' | 'instance' | 'trace';

function statusText({ kind, status, error, operation }: Entry): string {
  if (kind === 'process') return EVENTS[operation] ?? operation;
  if (kind === 'job') return status < 400 ? 'Succeeded' : 'Failed';
  if (status === STATUS_ABORTED) return `${status} ${missingResponse(error)}`;
  const reason = STATUS_CODES[status];
  const text = reason === undefined ? `${status}` : `${status} ${reason}`;
  return error === ABORTED ? `${text}, but the connection was closed during the response` : text;
}

/** Why a request has no response, by its error class. */
export function missingResponse(error: string): string {
  if (error === PROCESS_VANISHED) return 'Process ended without a word before the response';
  if (error === PROCESS_EXITED) return 'Process exited before the response';
  if (error === ABORTED) return 'Client closed the connection before the response';
  return 'Connection closed before the response';
}
