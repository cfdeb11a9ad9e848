import { SourceMap } from 'node:module';
import { tryOr } from '../../../errors.ts';

/** A place in a source, counted from 1. */
export interface MappedPlace {
  readonly source: string;
  readonly sourceRoot: string;
  readonly line: number;
  readonly column: number;
  /** What the source calls the name that is here in the code; empty if the map does not say. */
  readonly name: string;
}

export interface ParsedMap {
  /** How much memory it takes: about 110 bytes for each. */
  readonly segments: number;
  /** @param line counted from 1, as `column` is */
  find(line: number, column: number): MappedPlace | null;
  /** Whether a name of the code is probably one that a minifier chose. */
  isShortened(name: string, column: number): boolean;
}

/** 80 MB: the heap of a thread is limited. */
const MAX_SEGMENTS = 750_000;
const [MAX_SECTIONS, MAX_SOURCES] = [20_000, 200_000];
const MAX_NAME = 200;
/** A minifier gives names of one or two letters, in a large bundle of three. */
const [SHORT, SHORT_IN_BUNDLE, BUNDLE_COLUMN] = [2, 3, 200];

type Json = Readonly<Record<string, unknown>>;

/** A source map in JSON; `null` if it is not one, or too large. */
export function parseMap(text: string): ParsedMap | null {
  return tryOr(null, () => new MapBuilder().build(JSON.parse(text.replace(/^\)\]\}[^\n]*\n/, ''))));
}

class MapBuilder {
  readonly #sources: { readonly source: string; readonly sourceRoot: string }[] = [];
  readonly #shortNames = new Set<string>();
  #hasNames = false;
  #segments = 0;

  build(json: unknown): ParsedMap | null {
    const payload = this.#payload(json);
    if (!payload) return null;
    const map = new SourceMap(payload as never);
    const [sources, shortNames, hasNames] = [this.#sources, this.#shortNames, this.#hasNames];
    return {
      segments: this.#segments,
      find(line, column) {
        const entry = map.findEntry(line - 1, column - 1);
        // Node returns the entry before, also if that is in another line.
        if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return null;
        const source = sources[Number(entry.originalSource)];
        if (!source || entry.originalSource === undefined) return null;
        const { originalLine, originalColumn } = entry;
        if (!isPosition(originalLine) || !isPosition(originalColumn)) return null;
        // The types of Node do not have it.
        const { name } = entry as { name?: unknown };
        return {
          ...source,
          line: originalLine + 1,
          column: originalColumn + 1,
          name: typeof name === 'string' && name.length <= MAX_NAME ? name : '',
        };
      },
      isShortened: (name, column) =>
        hasNames &&
        name.length <= (column > BUNDLE_COLUMN ? SHORT_IN_BUNDLE : SHORT) &&
        !shortNames.has(name),
    };
  }

  #payload(json: unknown): Json | null {
    if (!isObject(json)) return null;
    const { sections } = json;
    if (sections === undefined) return this.#map(json);
    if (!Array.isArray(sections) || sections.length > MAX_SECTIONS) return null;
    const checked = sections.map((section) => this.#section(section));
    return checked.includes(null) ? null : { version: 3, sources: [], names: [], sections: checked };
  }

  #section(section: unknown): Json | null {
    if (!isObject(section) || !isObject(section.offset) || !isObject(section.map)) return null;
    const { line, column } = section.offset;
    const map = isPosition(line) && isPosition(column) ? this.#map(section.map) : null;
    return map && { offset: { line, column }, map };
  }

  /** The sources become numbers, because only few of them are looked at. Their content is left out. */
  #map({ sources, names = [], mappings, sourceRoot }: Json): Json | null {
    if (!Array.isArray(sources) || !Array.isArray(names) || typeof mappings !== 'string') return null;
    this.#segments += countSegments(mappings);
    if (this.#segments > MAX_SEGMENTS || this.#sources.length + sources.length > MAX_SOURCES) return null;
    const root = typeof sourceRoot === 'string' ? sourceRoot.slice(0, MAX_NAME) : '';
    const numbers = sources.map((source) => {
      this.#sources.push({ source: typeof source === 'string' ? source : '', sourceRoot: root });
      return String(this.#sources.length - 1);
    });
    if (names.length > 0) this.#hasNames = true;
    for (const name of names)
      if (typeof name === 'string' && name.length <= SHORT_IN_BUNDLE) this.#shortNames.add(name);
    return { version: 3, sources: numbers, names, mappings };
  }
}

function countSegments(mappings: string): number {
  let count = 1;
  for (let at = 0; at < mappings.length; at++) {
    const code = mappings.charCodeAt(at);
    if (code === COMMA || code === SEMICOLON) count++;
  }
  return count;
}
const [COMMA, SEMICOLON] = [44, 59];

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 1e9;
}
