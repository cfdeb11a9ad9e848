import type { SQLOutputValue } from 'node:sqlite';
import { CLIENT_CLASSES, DETAIL_STATES, type Entry, KINDS, type ProcessInfo } from '../../profile/entry.ts';

export type Row = Record<string, SQLOutputValue>;

/** The fields of an entry whose values many entries share. They are stored once per combination. */
export type Dimensions = Pick<
  Entry,
  'status' | 'method' | 'host' | 'route' | 'operation' | 'kind' | 'error' | 'errorGroup' | 'client' | 'detail'
>;

export const DIMENSION_COLUMNS =
  'status, method, host, route, operation, kind, error, error_group, client, detail';

/** The values in the order of DIMENSION_COLUMNS. */
export function toDimensionRow(dimensions: Dimensions): (string | number)[] {
  return [
    dimensions.status,
    dimensions.method,
    dimensions.host,
    dimensions.route,
    dimensions.operation,
    KINDS.indexOf(dimensions.kind),
    dimensions.error,
    dimensions.errorGroup,
    CLIENT_CLASSES.indexOf(dimensions.client),
    DETAIL_STATES.indexOf(dimensions.detail),
  ];
}

export function toDimensions(row: Row): Dimensions {
  const { status, method, host, route, operation, kind, error, error_group, client, detail } = row;
  return fromDimensionRow([
    status,
    method,
    host,
    route,
    operation,
    kind,
    error,
    error_group,
    client,
    detail,
  ] as DimensionRow);
}

/** Values in the order of DIMENSION_COLUMNS. */
type DimensionRow = readonly (string | number)[];

export function fromDimensionRow(row: DimensionRow): Dimensions {
  return {
    status: row[0] as number,
    method: row[1] as string,
    host: row[2] as string,
    route: row[3] as string,
    operation: row[4] as string,
    kind: KINDS[row[5] as number] ?? 'main',
    error: row[6] as string,
    errorGroup: row[7] as string,
    client: CLIENT_CLASSES[row[8] as number] ?? 'unknown',
    detail: DETAIL_STATES[row[9] as number] ?? 'off',
  };
}

export const PROCESS_COLUMNS = 'service, instance, release';

/** The values in the order of PROCESS_COLUMNS. */
export function toProcessRow({ service, instance, release }: ProcessInfo): string[] {
  return [service, instance, release];
}

export function toProcess({ service, instance, release }: Row): ProcessInfo {
  return { service: String(service), instance: String(instance), release: String(release) };
}

/** For an entry whose process is missing, which only a damaged or crafted book has. */
export const NO_PROCESS: ProcessInfo = { service: '', instance: '', release: '' };

const NO_TAGS: readonly string[] = [];

/** Tags as they are stored: JSON, or an empty text for none. */
export function formatTags(tags: readonly string[]): string {
  return tags.length === 0 ? '' : JSON.stringify(tags);
}

/** No tags if the text is not a list of texts, which only a damaged or crafted book has. */
export function parseTags(text: string): readonly string[] {
  if (text === '') return NO_TAGS;
  try {
    const tags: unknown = JSON.parse(text);
    return isTagList(tags) ? tags : NO_TAGS;
  } catch {
    return NO_TAGS;
  }
}

function isTagList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((tag) => typeof tag === 'string');
}
