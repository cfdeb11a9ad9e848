import type { IncomingMessage } from 'node:http';
import { badOption, given } from '../bad-option.ts';
import { matchesGlob, parseGlob } from '../format/glob.ts';

/** Which requests are not recorded. Browsers' own probes never are, unless `ignore` is `false`. */
export interface Ignore {
  /** Whole paths without their query, `*` standing for any characters: `['/health', '/assets/*']`. */
  readonly paths?: readonly string[];
  /** `[304, '3xx']`. */
  readonly statuses?: readonly (number | string)[];
  readonly methods?: readonly string[];
  /** Asked when a request comes; only `true` ignores it. */
  readonly when?: (request: IncomingMessage) => boolean;
}

export interface Ignoring {
  /** Whether a request is left out as soon as it comes. A query behind its path does not matter. */
  atStart(path: string, method: string, request: IncomingMessage): boolean;
  /** Whether it is left out after all, for what it was answered. */
  atEnd(status: number): boolean;
}

/** What browsers ask for of themselves, from every host they see. */
const PROBES = ['/.well-known/appspecific/*', '/favicon.ico'];
const KNOWN = ['paths', 'statuses', 'methods', 'when'];
const METHOD = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Throws a `bad-option` when the options can't be meant. */
export function createIgnore(options: Ignore | false = {}): Ignoring {
  if (options === false) return { atStart: () => false, atEnd: () => false };
  checkOptions(options);
  const paths = [...PROBES, ...listOf('paths', options.paths, "'/health'").map(toPath)].map(parseGlob);
  const statuses = new Set(listOf('statuses', options.statuses, "304 or '3xx'").flatMap(toStatuses));
  const methods = new Set(listOf('methods', options.methods, "'OPTIONS'").map(toMethod));
  const { when } = options;
  return {
    atStart(path, method, request) {
      const query = path.indexOf('?');
      const asked = query < 0 ? path : path.slice(0, query);
      if (methods.size > 0 && methods.has(method)) return true;
      return paths.some((parts) => matchesGlob(parts, asked)) || (when !== undefined && says(when, request));
    },
    atEnd: (status) => statuses.has(status),
  };
}

function says(when: (request: IncomingMessage) => boolean, request: IncomingMessage): boolean {
  try {
    return when(request) === true;
  } catch {
    return false;
  }
}

function toPath(path: unknown): string {
  if (typeof path !== 'string' || !/^[/*]/.test(path))
    throw badOption(
      `ignore.paths can't hold ${given(path)}. Write a whole path, such as '/health' or '/assets/*'.`,
    );
  if (/[?#]/.test(path))
    throw badOption(
      `ignore.paths can't hold ${given(path)}: a path has no query. Write what stands before it.`,
    );
  return path;
}

function toStatuses(status: unknown): number[] {
  const text = typeof status === 'number' || typeof status === 'string' ? String(status) : '';
  const hundreds = /^([1-5])xx$/i.exec(text)?.[1];
  if (hundreds !== undefined) return Array.from({ length: 100 }, (_, n) => Number(hundreds) * 100 + n);
  if (/^[1-5]\d\d$/.test(text)) return [Number(text)];
  throw badOption(`ignore.statuses can't hold ${given(status)}. Write a status such as 304, or '3xx'.`);
}

function toMethod(method: unknown): string {
  if (typeof method === 'string' && METHOD.test(method)) return method.toUpperCase();
  throw badOption(
    `ignore.methods can't hold ${given(method)}. Write the name of a method, such as 'OPTIONS'.`,
  );
}

function checkOptions(options: Ignore): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw badOption(
      `ignore can't be ${given(options)}. Write ignore: { paths: ['/health'] }, or ignore: false.`,
    );
  for (const name of Object.keys(options)) {
    if (!KNOWN.includes(name))
      throw badOption(`ignore has no option ${given(name)}. Write paths, statuses, methods or when.`);
  }
  if (options.when !== undefined && typeof options.when !== 'function')
    throw badOption(
      `ignore.when can't be ${given(options.when)}. Write a function: when: (request) => true or false.`,
    );
}

function listOf(option: string, list: unknown, example: string): readonly unknown[] {
  if (list === undefined) return [];
  if (Array.isArray(list)) return list;
  throw badOption(`ignore.${option} can't be ${given(list)}. Write a list: ${option}: [${example}].`);
}
