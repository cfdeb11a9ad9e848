import type { SQLOutputValue } from 'node:sqlite';
import {
  CLIENT_CLASSES,
  DETAIL_STATES,
  type Entry,
  KINDS,
  type ProcessInfo,
} from '../../../profile/entry.ts';

/** The fields of an entry whose values many entries share. They are stored once per combination. */
export type Dimensions = Pick<
  Entry,
  'status' | 'method' | 'host' | 'route' | 'operation' | 'kind' | 'error' | 'errorGroup' | 'client' | 'detail'
>;

/** Dimensions as they are stored, in this order. A version that adds a value adds it at the end. */
type DimensionRow = readonly (string | number)[];

export function toDimensionRow(dimensions: Dimensions): DimensionRow {
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

export function fromDimensionRow(row: DimensionRow): Dimensions {
  const text = (at: number) => String(row[at] ?? '');
  return {
    status: Number(row[0] ?? 0),
    method: text(1),
    host: text(2),
    route: text(3),
    operation: text(4),
    kind: KINDS[Number(row[5])] ?? 'main',
    error: text(6),
    errorGroup: text(7),
    client: CLIENT_CLASSES[Number(row[8])] ?? 'unknown',
    detail: DETAIL_STATES[Number(row[9])] ?? 'off',
  };
}

/** A process as it is stored, in this order. A version that adds a value adds it at the end. */
export function toProcessRow({ service, instance, release, environment }: ProcessInfo): string[] {
  return [service, instance, release, environment];
}

export function fromProcessRow(row: readonly unknown[]): ProcessInfo {
  const text = (at: number) => String(row[at] ?? '');
  return { service: text(0), instance: text(1), release: text(2), environment: text(3) };
}

/** A row of the tables of dimensions and processes in a live segment: `data` is JSON. */
export function rowOfData({ id, data }: Record<string, SQLOutputValue>): [id: number, row: DimensionRow] {
  return [Number(id), JSON.parse(String(data)) as DimensionRow];
}

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
    if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) return tags;
  } catch {}
  return NO_TAGS;
}
