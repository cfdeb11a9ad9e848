import { badOption } from '../../errors.ts';
import { checkObject, invalidOption, toBytes } from '../../option-checks.ts';

/** Whose bodies are kept: those of failed requests, of all, or of none. A status of 400 and above, or an error, is a failure. */
export type BodyChoice = 'errors' | 'all' | 'none';

export interface BodyOptions {
  /**
   * Bodies of requests.
   * @default 'errors'
   */
  readonly request?: BodyChoice;
  /**
   * Bodies of responses.
   * @default 'errors'
   */
  readonly response?: BodyChoice;
  /**
   * The content types to keep; `*` matches anything. Types other than JSON and forms are read as text.
   * @default ['application/json', '*+json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/*']
   */
  readonly types?: readonly string[];
  /**
   * Bytes copied of each body, at most 256 KiB.
   * @default '16KiB'
   */
  readonly max?: number | `${number}${'B' | 'kB' | 'KiB'}`;
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

const CHOICES: readonly unknown[] = ['errors', 'all', 'none'] satisfies readonly BodyChoice[];
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

/** `null` if no bodies are recorded. Throws a `bad-option` error. */
export function resolveBodies(option: BodiesOption = 'none'): BodyRule | null {
  if (typeof option !== 'object' && !CHOICES.includes(option))
    throw invalidOption('bodies', "'errors', 'all', 'none' or { request, response, types, max }", option);
  const options = typeof option === 'object' ? option : { request: option, response: option };
  checkObject('bodies', options, ['request', 'response', 'types', 'max']);
  const request = toChoice('bodies.request', options.request);
  const response = toChoice('bodies.response', options.response);
  const types = toPattern(options.types);
  const max = toMax(options.max);
  return request === 'none' && response === 'none' ? null : { request, response, types, max };
}

function toChoice(name: string, choice: BodyChoice = 'errors'): BodyChoice {
  if (CHOICES.includes(choice)) return choice;
  throw invalidOption(name, "'errors', 'all' or 'none'", choice);
}

function toMax(max: BodyOptions['max']): number {
  const bytes = max === undefined ? DEFAULT_MAX : Math.floor(toBytes('bodies.max', max, '16KiB'));
  if (bytes > MAX_BYTES)
    throw badOption(`Invalid option bodies.max: ${bytes} bytes are more than the limit of 256KiB.`);
  return bytes;
}

function toPattern(types: unknown = DEFAULT_TYPES): RegExp {
  if (!Array.isArray(types) || types.length === 0)
    throw invalidOption('bodies.types', "a list of content types such as ['application/json']", types);
  const patterns = types.map((type: unknown, index) => {
    if (typeof type !== 'string' || !TYPE_PATTERN.test(type))
      throw invalidOption(`bodies.types[${index}]`, "a content type such as 'text/*'", type);
    return type.replace(/[$^.+]/g, '\\$&').replace(/\*+/g, '[^;,\\s]*');
  });
  return new RegExp(`^\\s*(?:${patterns.join('|')})\\s*(?:;|$)`, 'i');
}
