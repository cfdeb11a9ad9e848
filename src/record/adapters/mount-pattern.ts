/** How Express 4 and 5 keep the path that a router is mounted at. Neither keeps the path itself. */
export interface MountLayer {
  /** Express 5: one function per path. */
  readonly matchers?: readonly ((path: string) => Match | false)[];
  /** Express 4: one pattern and the names of its groups. */
  readonly regexp?: RegExp;
  readonly keys?: readonly { readonly name: string | number }[];
}
interface Match {
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const MAX_SEGMENTS = 16;
/** Parts of a segment, such as the three of `a-b-c`, that are tried one by one. */
const MAX_PARTS = 8;
const PART = /[a-z0-9]+/gi;
const UNNAMED = '*';

/**
 * The pattern of a mounted router, such as `/share/:token`, found by trying which parts of the matched path can be
 * replaced. `null` if the layer does not match the path.
 */
export function mountPattern(layer: MountLayer, path: string): string | null {
  const found = matchLayer(layer, path);
  if (!found) return null;
  const segments = path.split('/');
  const names = new Set<string>();
  const pattern = segments.map((segment, index) => {
    if (index >= MAX_SEGMENTS) return UNNAMED;
    const replaced = (probe: string) => matchLayer(layer, segments.with(index, probe).join('/'));
    return segment === '' ? '' : segmentPattern(segment, found.params, replaced, names);
  });
  nameFixedValues(pattern, found.params, names);
  return pattern
    .filter((segment, index) => !segment.startsWith('*') || segment !== pattern[index - 1])
    .join('/');
}

type Replace = (probe: string) => Match | null;

function segmentPattern(
  segment: string,
  params: Match['params'],
  replace: Replace,
  names: Set<string>,
): string {
  const whole = rotate(segment);
  const match = (whole !== segment && replace(whole)) || replace(`${segment}a`);
  if (match) return replaceValue(segment, segment, params, match, names);
  const parts = segment.match(PART) ?? [];
  if (parts.length > MAX_PARTS) return UNNAMED;
  let pattern = segment;
  for (const { 0: part, index } of segment.matchAll(PART)) {
    const matched = replace(segment.slice(0, index) + rotate(part) + segment.slice(index + part.length));
    if (matched) pattern = replaceValue(pattern, part, params, matched, names);
  }
  return pattern;
}

/** Replaces the value of the parameter that the probe changed, or all of `part` if there is none. */
function replaceValue(
  pattern: string,
  part: string,
  params: Match['params'],
  { params: changed }: Match,
  names: Set<string>,
): string {
  const name = Object.keys(params).find((key) => String(params[key]) !== String(changed[key]));
  if (name === undefined) return pattern.replace(part, UNNAMED);
  names.add(name);
  const value = params[name];
  const isNamed = !/^\d+$/.test(name);
  if (Array.isArray(value)) return `*${name}`;
  if (typeof value !== 'string' || value.includes('/')) return isNamed ? `*${name}` : UNNAMED;
  const placeholder = isNamed ? `:${name}` : UNNAMED;
  return pattern.includes(value) ? pattern.replace(value, () => placeholder) : placeholder;
}

/** Names the parameters that allow only certain values, such as `:lang(en|de)`. */
function nameFixedValues(pattern: string[], params: Match['params'], names: ReadonlySet<string>): void {
  for (const [name, value] of Object.entries(params)) {
    if (names.has(name) || typeof value !== 'string' || value === '') continue;
    const index = pattern.lastIndexOf(value);
    if (index >= 0) pattern[index] = /^\d+$/.test(name) ? UNNAMED : `:${name}`;
  }
}

/** The match of the whole path. Malformed escapes make Express throw. */
function matchLayer({ matchers, regexp, keys = [] }: MountLayer, path: string): Match | null {
  try {
    for (const matcher of matchers ?? []) {
      const match = matcher(path);
      if (match) return match.path === path ? match : null;
    }
    const groups = regexp?.exec(path);
    if (!groups || groups[0] !== path) return null;
    const values = keys.map(({ name }, index) => [String(name), groups[index + 1]]);
    return { path, params: Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
  } catch {
    return null;
  }
}

/** Replaces each character by another one of its kind, so that `[0-9a-f]+` still matches. */
function rotate(text: string): string {
  return text.replace(/[a-z0-9]/gi, (character) => {
    if (/[0-9]/.test(character)) return String((Number(character) + 1) % 10);
    if (/[afz]/i.test(character)) return { a: 'b', A: 'B', f: 'a', F: 'A', z: 'g', Z: 'G' }[character] ?? 'b';
    return String.fromCharCode(character.charCodeAt(0) + 1);
  });
}
