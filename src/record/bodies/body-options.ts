import { badOption } from '../../errors.ts';
import { memoize } from '../../lru.ts';
import { checkParts, invalidOption, listOf, oneOf, size } from '../../option-checks.ts';
import type { MissingBodyReason } from '../../profile/body.ts';

/** Whose bodies are kept: those of failed requests, of all, or of none. A status of 400 and above, or an error, is a failure. */
export type BodyChoice = 'errors' | 'all' | 'none';

export interface BodyOptions {
  /**
   * Bodies of requests.
   * @default 'errors'
   */
  readonly request?: BodyChoice | undefined;
  /**
   * Bodies of responses.
   * @default 'errors'
   */
  readonly response?: BodyChoice | undefined;
  /**
   * The content types to keep; `*` matches anything. Types other than JSON and forms are read as text.
   * @default ['application/json', '*+json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/*']
   */
  readonly types?: readonly string[] | undefined;
  /**
   * Bytes copied of each body, at most 256 KiB.
   * @default '16KiB'
   */
  readonly max?: number | `${number}${'B' | 'kB' | 'KiB'}` | undefined;
}

export type BodiesOption = BodyChoice | BodyOptions;

/** The option with defaults applied. */
export interface BodyRule {
  readonly request: BodyChoice;
  readonly response: BodyChoice;
  /** Matches a Content-Type header. */
  readonly types: RegExp;
  readonly max: number;
}

const DEFAULT_TYPES = [
  'application/json',
  '*+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/*',
];
const DEFAULT_MAX = 16_384;
const MAX_BYTES = 262_144;
const TYPE_PATTERN = /^[\w!#$&^.+*/-]+$/;
const toChoice = oneOf<BodyChoice>('errors', 'all', 'none');
const toSize = size('16KiB');

/** `null` if no bodies are recorded. Throws a `bad-option` error. */
export function resolveBodies(option: unknown = 'none'): BodyRule | null {
  if (typeof option !== 'object' && !['errors', 'all', 'none'].includes(String(option)))
    throw invalidOption('bodies', "'errors', 'all', 'none' or { request, response, types, max }", option);
  const {
    request = 'errors',
    response = 'errors',
    types = toPattern('', DEFAULT_TYPES),
    max = DEFAULT_MAX,
  } = checkParts('bodies', typeof option === 'object' ? option : { request: option, response: option }, {
    request: toChoice,
    response: toChoice,
    types: toPattern,
    max: toMax,
  });
  return request === 'none' && response === 'none' ? null : { request, response, types, max };
}

function toMax(option: string, max: unknown): number {
  const bytes = Math.floor(toSize(option, max));
  if (bytes > MAX_BYTES)
    throw badOption(`Invalid option ${option}: ${bytes} bytes are more than the limit of 256KiB.`);
  return bytes;
}

function toPattern(option: string, types: unknown): RegExp {
  const expected = "a list of content types such as ['application/json']";
  if (Array.isArray(types) && types.length === 0) throw invalidOption(option, expected, types);
  const patterns = listOf(expected, toTypePattern)(option, types);
  return new RegExp(`^\\s*(?:${patterns.join('|')})\\s*(?:;|$)`, 'i');
}

function toTypePattern(option: string, type: unknown): string {
  if (typeof type !== 'string' || !TYPE_PATTERN.test(type))
    throw invalidOption(option, "a content type such as 'text/*'", type);
  return type.replace(/[$^.+]/g, '\\$&').replace(/\*+/g, '[^;,\\s]*');
}

/** Why bodies with this Content-Type header are not recorded; `null` if they are. */
export type TypeReason = (type: string) => MissingBodyReason | null;

const EVENT_STREAM = /^\s*text\/event-stream/i;
const BYTE_RANGES = /^\s*multipart\/byteranges/i;
const MAX_REMEMBERED = 100;
const RECORDED = 'recorded';

/** Remembers the last types: most bodies of an app have one of a few. */
export function createTypeReason(types: RegExp): TypeReason {
  const reasonFor = memoize((type) => reasonOf(type, types), { capacity: MAX_REMEMBERED });
  return (type) => {
    const reason = reasonFor(type);
    return reason === RECORDED ? null : reason;
  };
}

function reasonOf(type: string, types: RegExp): MissingBodyReason | typeof RECORDED {
  if (BYTE_RANGES.test(type)) return 'range';
  if (EVENT_STREAM.test(type)) return 'stream';
  return types.test(type) ? RECORDED : 'type';
}
