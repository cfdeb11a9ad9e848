import type { IncomingMessage } from 'node:http';
import { tryOr } from '../errors.ts';
import { matchesGlob, parseGlob } from '../format/glob.ts';
import { checkParts, functionLike, invalidOption, listOf } from '../option-checks.ts';

/** Requests that are not recorded. */
export interface Ignore {
  /** Paths without their query; `*` matches any characters: `['/health', '/assets/*']`. */
  readonly paths?: readonly string[] | undefined;
  /** Statuses and status classes: `[304, '3xx']`. */
  readonly statuses?: readonly (number | string)[] | undefined;
  /** Such as `['OPTIONS']`. */
  readonly methods?: readonly string[] | undefined;
  /** Called when a request arrives. The request is ignored if it returns `true`. */
  readonly when?: ((request: IncomingMessage) => boolean) | undefined;
}

export interface IgnoreRules {
  /** Whether to ignore a request when it arrives. */
  atStart(target: string, method: string, request: IncomingMessage): boolean;
  /** Whether to ignore a request for the status of its response. */
  atEnd(status: number): boolean;
}

/** Requests that browsers make to every host on their own. */
const BROWSER_PROBES = ['/.well-known/appspecific/*', '/favicon.ico'];
const METHOD = /^[A-Za-z][A-Za-z0-9_-]*$/;

const LIST = 'a list';

/** Throws a `bad-option` error if the options are not valid. */
export function createIgnore(options: unknown = {}): IgnoreRules {
  if (options === false) return { atStart: () => false, atEnd: () => false };
  const given = checkParts('ignore', options, {
    paths: listOf(LIST, toPath),
    statuses: listOf(LIST, toStatuses),
    methods: listOf(LIST, toMethod),
    when: functionLike<NonNullable<Ignore['when']>>('(request) => request.url === "/health"'),
  });
  const { when } = given;
  const paths = [...BROWSER_PROBES, ...(given.paths ?? [])].map(parseGlob);
  const statuses = new Set(given.statuses?.flat());
  const methods = new Set(given.methods);
  return {
    atStart(target, method, request) {
      if (methods.size > 0 && methods.has(method)) return true;
      return matchesPath(paths, target) || (when !== undefined && tryOr(false, () => when(request) === true));
    },
    atEnd: (status) => statuses.size > 0 && statuses.has(status),
  };
}

function matchesPath(globs: readonly (readonly string[])[], target: string): boolean {
  for (const glob of globs) {
    // Most targets start like no glob, which is known without cutting their query off.
    if (!target.startsWith(glob[0] ?? '')) continue;
    const query = target.indexOf('?');
    if (matchesGlob(glob, query < 0 ? target : target.slice(0, query))) return true;
  }
  return false;
}

function toPath(option: string, path: unknown): string {
  if (typeof path === 'string' && /^[/*][^?#]*$/.test(path)) return path;
  throw invalidOption(option, "a path without a query, such as '/health' or '/assets/*'", path);
}

function toStatuses(option: string, status: unknown): number[] {
  const text = typeof status === 'number' || typeof status === 'string' ? String(status) : '';
  const hundreds = /^([1-5])xx$/i.exec(text)?.[1];
  if (hundreds !== undefined) return Array.from({ length: 100 }, (_, n) => Number(hundreds) * 100 + n);
  if (/^[1-5]\d\d$/.test(text)) return [Number(text)];
  throw invalidOption(option, "a status such as 304 or '3xx'", status);
}

function toMethod(option: string, method: unknown): string {
  if (typeof method === 'string' && METHOD.test(method)) return method.toUpperCase();
  throw invalidOption(option, "a method such as 'OPTIONS'", method);
}
