import { tryOr } from '../../../errors.ts';
import { createLru } from '../../../lru.ts';
import { appCode, appFolders, findMap, mapText, versionOf } from './map-file.ts';
import { type ParsedMap, parseMap } from './parse-map.ts';
import { sourcePath } from './source-path.ts';

/** A place in a source, for a place in the code that runs. */
export interface SourcePlace {
  /** Absolute, or relative if it is outside of the app's folders. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What the source calls the name at this place; empty if that is not known. */
  readonly name: string;
  /** Whether a minifier probably chose the name of the function. */
  readonly isShortened: boolean;
}

/** Finds places in sources by the source maps of the app's code. */
export interface SourceMaps {
  /**
   * @param file an absolute path
   * @param name of the function in the code
   */
  find(file: string, line: number, column: number, name?: string): SourcePlace | null;
}

export const NO_SOURCE_MAPS: SourceMaps = { find: () => null };

export interface SourceMapSettings {
  /** The file that Node was started with. */
  readonly mainFile: string;
  /** The size up to which maps, and code that contains its map, are read. */
  readonly maxBytes?: number;
  /** How long maps may be read for in a minute, in milliseconds. */
  readonly budgetMs?: number;
  readonly now?: () => number;
}

/** Larger maps are rare, and take more memory than a thread has. */
const MAX_BYTES = 32_000_000;
/** Where the app runs in the same thread. A map of this size takes about 20 ms. */
export const IN_APP = { maxBytes: 1_000_000, budgetMs: 300 };
/** A larger map is read when no other is in memory. */
const MAX_BYTES_BESIDE = 4_000_000;
const [MAX_FILES, MAX_PLACES] = [500, 4000];
/** The size of all maps in memory. Places that were found stay known without them. */
const MAX_SEGMENTS = 750_000;
/** How often a file is checked for changes. */
const CHECK_MS = 2000;
/** Maps that were not needed for so long are dropped. */
const UNUSED_MS = 30_000;
/** Maps that displace each other are not read again and again. */
const [BUDGET_MS, BUDGET_EVERY_MS] = [3000, 60_000];

/** What is known of a file. */
interface Code {
  /** Another version of the file has another id. */
  readonly id: number;
  /** The real path; `null` if no map of this file may be read. */
  readonly path: string | null;
  readonly version: string;
  checkedAt: number;
  /** The file that has the map, and its version. Unknown before the map was read. */
  map: { readonly file: string; readonly version: string } | null;
  hasMap: boolean;
}

const NOWHERE = 'nowhere';

export function createSourceMaps({
  mainFile,
  maxBytes = MAX_BYTES,
  budgetMs = BUDGET_MS,
  now = () => performance.now(),
}: SourceMapSettings): SourceMaps {
  const files = createLru<Code>(MAX_FILES);
  const places = createLru<SourcePlace | typeof NOWHERE>(MAX_PLACES);
  /** By the id of their code, the one that was used last at the end. */
  const maps = new Map<number, { readonly map: ParsedMap; usedAt: number }>();
  let ids = 0;
  let isTimed = false;
  let budget = { ms: budgetMs, since: now() };

  function codeOf(file: string): Code {
    const known = files.get(file);
    if (known && now() - known.checkedAt < CHECK_MS) return known;
    const path = appCode(file, appFolders(mainFile));
    const version = path === null ? '' : versionOf(path);
    if (known && isSame(known, path, version)) {
      known.checkedAt = now();
      return known;
    }
    if (known) maps.delete(known.id);
    const code = { id: ++ids, path, version, checkedAt: now(), map: null, hasMap: path !== null };
    files.set(file, code);
    return code;
  }

  function mapOf(code: Code): ParsedMap | null {
    const known = maps.get(code.id);
    maps.delete(code.id);
    const map = known?.map ?? loadTimed(code);
    if (!map) return null;
    maps.set(code.id, { map, usedAt: now() });
    dropMaps();
    if (!isTimed) startTimer();
    return map;
  }

  function loadTimed(code: Code): ParsedMap | null {
    const start = performance.now();
    const map = load(code);
    budget.ms -= performance.now() - start;
    return map;
  }

  function load(code: Code): ParsedMap | null {
    if (code.path === null) return null;
    const found = findMap(code.path, maxBytes);
    const file = 'file' in found ? found.file : code.path;
    code.map = { file, version: versionOf(file) };
    const text = mapText(found, appFolders(mainFile), maxBytes);
    // Both together may be more than the heap of the thread.
    if (text.length > MAX_BYTES_BESIDE) maps.clear();
    const map = text === '' ? null : parseMap(text);
    if (!map) code.hasMap = false;
    return map;
  }

  function hasBudget(): boolean {
    if (now() - budget.since > BUDGET_EVERY_MS) budget = { ms: budgetMs, since: now() };
    return budget.ms > 0;
  }

  function startTimer(): void {
    isTimed = true;
    setTimeout(() => {
      isTimed = false;
      dropMaps();
      if (maps.size > 0) startTimer();
    }, UNUSED_MS).unref();
  }

  function dropMaps(): void {
    let segments = 0;
    for (const { map } of maps.values()) segments += map.segments;
    for (const [id, { map, usedAt }] of maps) {
      const isUnused = now() - usedAt > UNUSED_MS;
      if (!isUnused && (segments <= MAX_SEGMENTS || maps.size === 1)) break;
      maps.delete(id);
      segments -= map.segments;
    }
  }

  function placeOf(code: Code, line: number, column: number, name: string): SourcePlace | null {
    const map = mapOf(code);
    const place = map?.find(line, column);
    if (!map || !place || code.path === null) return null;
    const { sourceRoot } = place;
    const mapFile = code.map?.file ?? code.path;
    const file = sourcePath(place.source, { mapFile, sourceRoot, folders: appFolders(mainFile) });
    if (file === '' || file === code.path) return null;
    const isShortened = name !== '' && map.isShortened(name, column);
    return { file, line: place.line, column: place.column, name: place.name, isShortened };
  }

  const find: SourceMaps['find'] = (file, line, column, name = '') => {
    const code = codeOf(file);
    if (!code.hasMap) return null;
    const key = `${code.id}:${line}:${column}:${name}`;
    const known = places.get(key);
    if (known !== undefined) return known === NOWHERE ? null : known;
    if (!maps.has(code.id) && !hasBudget()) return null;
    const place = placeOf(code, line, column, name);
    places.set(key, place ?? NOWHERE);
    return place;
  };

  // The working folder may be gone. The profile is kept all the same.
  return { find: (...place) => tryOr(null, () => find(...place)) };
}

function isSame({ path: known, version, map }: Code, path: string | null, newVersion: string): boolean {
  return known === path && version === newVersion && (!map || versionOf(map.file) === map.version);
}
