import type { IncomingMessage } from 'node:http';
import { badOption } from './errors.ts';
import { type ClientIp, createClientIp, parseTrustedProxies } from './net/client-ip.ts';
import type { IpRange } from './net/ip.ts';
import {
  checkBoolean,
  checkFunction,
  checkObject,
  invalidOption,
  toBytes,
  toCount,
  toFraction,
  toMillis,
} from './option-checks.ts';
import { type BudgetLimits, DEFAULT_BUDGET } from './pipeline/budget.ts';
import { type DetailRule, PRODUCTION_DETAILS } from './pipeline/detail-policy.ts';
import { type BodiesOption, type BodyRule, resolveBodies } from './record/bodies/body-options.ts';
import { createIgnore, type Ignore, type IgnoreRules } from './record/ignore.ts';
import { type InstrumentationChoice, resolveInstrumentations } from './record/instrumentation/built-in.ts';
import { createUserReader, type UserOption, type UserReader } from './record/user.ts';
import { parseRedactionOptions, type RedactionOptions } from './redact/options.ts';
import { isKey, type Key, MIN_KEY_LENGTH } from './serve/access/key.ts';
import { checkStorage, DEFAULT_STORAGE, isStore, storageKind } from './store/open-store.ts';
import type { Retention, Store } from './store/store.ts';

/** Milliseconds, or a string with a unit: `'500ms'`, `'30s'`, `'5m'`, `'12h'`, `'30d'`, `'2w'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd' | 'w'}`;

/** Bytes, or a string with a unit: `'512kB'`, `'16MB'`, `'2GB'`, `'1GiB'`. */
export type Size = number | `${number}${'B' | 'kB' | 'MB' | 'GB' | 'TB' | 'KiB' | 'MiB' | 'GiB' | 'TiB'}`;

/**
 * Options of `gatebook(app, options)`. All of them are checked at start: a wrong value or an unknown name throws a
 * `GatebookError` with the code `bad-option`.
 */
export interface GatebookOptions {
  /**
   * Where profiles are kept: `sqlite:FOLDER`, `clickhouse://USER:PASSWORD@HOST/DATABASE`, `chdb:FOLDER`, `memory:`, or a
   * store of your own. The book does not close a store that you pass.
   * @default process.env.GATEBOOK_STORAGE, or 'sqlite:.gatebook'
   */
  readonly storage?: string | Store;
  /**
   * The path of the page.
   * @default '/_profiler'
   */
  readonly path?: string;
  /**
   * The key that opens the page: at least 16 characters. Required for `clickhouse://`, unless `authorize` is set.
   * @default process.env.GATEBOOK_KEY, or a random key that is kept beside the book
   */
  readonly key?: string;
  /**
   * Decides who may open the page, instead of the key. Requests it refuses go on to the app.
   * @example
   * authorize: (request) => isAdmin(request.headers.cookie)
   */
  readonly authorize?: (request: IncomingMessage) => boolean | Promise<boolean>;
  /**
   * How long profiles are kept; the oldest are deleted first. `{}` keeps everything.
   * @default { age: '30d', bytes: '2GB' }; { age: '30d' } on a server; { entries: 10_000 } in memory
   */
  readonly keep?: KeepOptions;
  /**
   * Which requests keep their details: all, none, or failures plus those that were slow or sampled. Every request keeps
   * its entry.
   * @default 'all'; { slowerThan: '500ms', sample: 0.1 } if process.env.NODE_ENV is 'production'
   * @example
   * details: { slowerThan: '500ms', sample: 0.01 }
   */
  readonly details?: 'all' | 'none' | DetailOptions;
  /**
   * What is observed while a request is handled: names of built-in instrumentations and instrumentations of your own. Your
   * own are added to the built-in ones, unless the list names some of these: then only the named ones run.
   * @default all built-in ones: phases, load, console, pino, stdio, http, fetch, queries, sqlite, otel
   * @example
   * instrumentations: [myQueueClient]
   * @example
   * instrumentations: ['console', 'fetch']
   */
  readonly instrumentations?: InstrumentationChoice;
  /**
   * Returns the id of the user who made a request. Called once, when the request has ended. `user(id)` of the app takes
   * precedence.
   * @default the id of the user that Passport or the framework has set
   * @example
   * user: (request) => request.session?.userId
   */
  readonly user?: UserOption;
  /**
   * Which bodies of requests and responses are part of the details: those of failures (status 400 and above, or an error), all,
   * or none. JSON, forms and text only, redacted. See docs/recording.md.
   * @default 'none'
   * @example
   * bodies: { request: 'errors', response: 'none', max: '4kB' }
   */
  readonly bodies?: BodiesOption;
  /** What is redacted besides the defaults: names to add, names to allow, or every value. See docs/security.md. */
  readonly redact?: RedactionOptions;
  /**
   * Requests that are not recorded, besides `/favicon.ico` and `/.well-known/appspecific/*`; `false` records these too.
   * @example
   * ignore: { paths: ['/health', '/assets/*'] }
   */
  readonly ignore?: Ignore | false;
  /**
   * Proxies whose `X-Forwarded-For` or `Forwarded` header is believed: addresses and CIDR ranges.
   * @example
   * trustProxy: ['10.0.0.0/8', '::1']
   */
  readonly trustProxy?: readonly string[];
  /**
   * Limits on what recording may use. Beyond them, bodies are dropped first, then details of successes, then all details, then nine out
   * of ten requests.
   * @default { bytesPerSecond: '16MB', memory: '32MB' }
   */
  readonly budget?: BudgetOptions;
  /**
   * Add `X-Debug-Token` headers to responses, and a toolbar to HTML pages. Only requests from this machine get them.
   * @default process.env.NODE_ENV === 'development'
   */
  readonly toolbar?: boolean;
}

export interface KeepOptions {
  /** At least a minute. */
  readonly age?: Duration;
  /** The number of profiles. */
  readonly entries?: number;
  /** The size of the whole book, with details and indexes. */
  readonly bytes?: Size;
}

export interface DetailOptions {
  /** Keep details of requests slower than this. */
  readonly slowerThan?: Duration;
  /** The fraction of other requests whose details are kept, from 0 to 1. */
  readonly sample?: number;
}

export interface BudgetOptions {
  /** Average rate of recorded data. */
  readonly bytesPerSecond?: Size;
  /** Memory for requests that are not written yet. */
  readonly memory?: Size;
}

/** Options with defaults applied and units converted. */
export interface ResolvedOptions {
  readonly storage: string | Store;
  readonly path: string;
  /** `null` if the key is kept beside the book. */
  readonly key: Key | null;
  readonly authorize: GatebookOptions['authorize'];
  readonly keep: Retention;
  readonly details: DetailRule;
  /** `null` if nothing is observed, not even what the app adds itself. */
  readonly instrumentations: ReturnType<typeof resolveInstrumentations> | null;
  readonly userOf: UserReader;
  /** `null` if no bodies are recorded. */
  readonly bodies: BodyRule | null;
  readonly redact: RedactionOptions | undefined;
  readonly ignore: IgnoreRules;
  readonly clientIp: ClientIp;
  readonly trustedProxies: readonly IpRange[];
  readonly budget: BudgetLimits;
  readonly toolbar: boolean;
}

const NAMES = [
  'storage',
  'path',
  'key',
  'authorize',
  'keep',
  'details',
  'instrumentations',
  'user',
  'bodies',
  'redact',
  'ignore',
  'trustProxy',
  'budget',
  'toolbar',
] as const satisfies readonly (keyof GatebookOptions)[];

const DEFAULT_PATH = '/_profiler';
const PATH = /^(?:\/[A-Za-z0-9._~-]+)+$/;
const MIN_AGE_MS = 60_000;
const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;
/** A server is shared, so its size is for its operator to limit. */
const DEFAULT_KEEP = {
  memory: { entries: 10_000 },
  sqlite: { age: THIRTY_DAYS_MS, bytes: 2e9 },
  chdb: { age: THIRTY_DAYS_MS, bytes: 2e9 },
  clickhouse: { age: THIRTY_DAYS_MS },
  custom: { age: THIRTY_DAYS_MS },
} as const satisfies Record<string, Retention>;

/** Checks every option. Throws a `bad-option` error that names the option and what it accepts. */
export function resolveOptions(options: GatebookOptions = {}): ResolvedOptions {
  checkObject('', options, NAMES);
  const storage = resolveStorage(options.storage);
  const { path = DEFAULT_PATH, authorize, toolbar = process.env.NODE_ENV === 'development' } = options;
  if (typeof path !== 'string' || !PATH.test(path))
    throw invalidOption('path', "a path such as '/_profiler', without a slash at the end", path);
  if (authorize !== undefined) checkFunction('authorize', authorize, '(request) => isAdmin(request)');
  checkBoolean('toolbar', toolbar);
  parseRedactionOptions(options.redact);
  const kind = typeof storage === 'string' ? storageKind(storage) : 'custom';
  return {
    storage,
    path,
    key: resolveKey(options, kind),
    authorize,
    toolbar,
    keep: options.keep === undefined ? DEFAULT_KEEP[kind] : resolveKeep(options.keep),
    details: resolveDetails(options.details),
    instrumentations: resolveInstrumentations(options.instrumentations),
    userOf: createUserReader(options.user),
    bodies: resolveBodies(options.bodies),
    redact: options.redact,
    ignore: createIgnore(options.ignore),
    clientIp: createClientIp(options.trustProxy),
    trustedProxies: parseTrustedProxies(options.trustProxy),
    budget: resolveBudget(options.budget),
  };
}

function resolveStorage(option: GatebookOptions['storage']): string | Store {
  const storage = option ?? process.env.GATEBOOK_STORAGE ?? DEFAULT_STORAGE;
  if (typeof storage === 'string') {
    checkStorage(storage);
    return storage;
  }
  if (isStore(storage)) return storage;
  throw invalidOption('storage', 'a storage URL such as sqlite:FOLDER, or a Store', storage);
}

function resolveKey({ key, authorize }: GatebookOptions, kind: keyof typeof DEFAULT_KEEP): Key | null {
  const given = key ?? process.env.GATEBOOK_KEY;
  if (isKey(given)) return given;
  if (given !== undefined)
    // The value is not shown: it may be a secret that is only too short.
    throw badOption(
      `Invalid ${key === undefined ? 'environment variable GATEBOOK_KEY' : 'option key'}: expected at least ${MIN_KEY_LENGTH} letters, digits or any of . _ ~ + / = -`,
    );
  if (kind === 'clickhouse' && authorize === undefined)
    throw badOption(
      'A book in ClickHouse needs the option key (or GATEBOOK_KEY), or authorize, to open the page.',
    );
  return null;
}

function resolveKeep(keep: KeepOptions): Retention {
  checkObject('keep', keep, ['age', 'entries', 'bytes']);
  const age = keep.age === undefined ? undefined : toMillis('keep.age', keep.age, '30d');
  if (age !== undefined && age < MIN_AGE_MS)
    throw badOption(
      `Invalid option keep.age: ${JSON.stringify(keep.age)} is less than a minute. A number is in milliseconds; write '30d' for 30 days.`,
    );
  return {
    ...(age !== undefined && { age }),
    ...(keep.entries !== undefined && { entries: toCount('keep.entries', keep.entries) }),
    ...(keep.bytes !== undefined && { bytes: toBytes('keep.bytes', keep.bytes, '2GB') }),
  };
}

function resolveDetails(details: GatebookOptions['details']): DetailRule {
  if (details === undefined) return process.env.NODE_ENV === 'production' ? PRODUCTION_DETAILS : 'all';
  if (details === 'all' || details === 'none') return details;
  if (typeof details !== 'object')
    throw invalidOption('details', "'all', 'none' or { slowerThan: '500ms', sample: 0.01 }", details);
  checkObject('details', details, ['slowerThan', 'sample']);
  const { slowerThan, sample } = details;
  return {
    slowerThan:
      slowerThan === undefined
        ? Number.POSITIVE_INFINITY
        : toMillis('details.slowerThan', slowerThan, '500ms'),
    sample: sample === undefined ? 0 : toFraction('details.sample', sample),
  };
}

function resolveBudget(budget: BudgetOptions = {}): BudgetLimits {
  checkObject('budget', budget, ['bytesPerSecond', 'memory']);
  const { bytesPerSecond, memory } = budget;
  return {
    bytesPerSecond:
      bytesPerSecond === undefined
        ? DEFAULT_BUDGET.bytesPerSecond
        : toBytes('budget.bytesPerSecond', bytesPerSecond, '16MB'),
    memory: memory === undefined ? DEFAULT_BUDGET.memory : toBytes('budget.memory', memory, '32MB'),
  };
}
