import type { IncomingMessage } from 'node:http';
import { badOption } from './errors.ts';
import { type ClientOf, createClientOf, parseTrustedProxies } from './net/client.ts';
import type { IpRange } from './net/ip.ts';
import { checkBoolean, checkFunction, checkObject, invalidOption, toLabel } from './option-checks.ts';
import {
  type BudgetOptions,
  DEFAULT_KEEP,
  type DetailOptions,
  type KeepOptions,
  resolveBudget,
  resolveDetails,
  resolveKeep,
} from './option-limits.ts';
import type { BudgetLimits } from './pipeline/budget.ts';
import type { DetailRule } from './pipeline/detail-policy.ts';
import { MAX_PROCESS_TEXT, processInfo } from './pipeline/process-info.ts';
import type { ProcessInfo } from './profile/entry.ts';
import { type BodiesOption, type BodyRule, resolveBodies } from './record/bodies/body-options.ts';
import { createIgnore, type Ignore, type IgnoreRules } from './record/ignore.ts';
import { type InstrumentationChoice, resolveInstrumentations } from './record/instrumentation/built-in.ts';
import { createUserReader, type UserOption, type UserReader } from './record/user.ts';
import { parseRedactionOptions, type RedactionOptions } from './redact/options.ts';
import { isKey, type Key, MIN_KEY_LENGTH } from './serve/access/key.ts';
import { checkStorage, DEFAULT_STORAGE, isStore, storageKind } from './store/open-store.ts';
import type { Retention, Store } from './store/store.ts';

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
   * See docs/instrumentation.md.
   * @default all built-in ones
   * @example
   * instrumentations: [mine]
   * @example
   * instrumentations: ['console', 'fetch']
   */
  readonly instrumentations?: InstrumentationChoice;
  /**
   * Returns the id of the user who made a request. Called once, when the request has ended. `user(id)` of the app takes
   * precedence.
   * @default the id of the user that Passport or the framework has set
   * @example
   * user: (request) => userIdOf(request.headers.cookie)
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
   * Proxies whose `X-Forwarded-For`, `-Proto` and `-Host` or `Forwarded` headers are believed: addresses and CIDR ranges.
   * @example
   * trustProxy: ['10.0.0.0/8', '::1']
   */
  readonly trustProxy?: readonly string[];
  /** How clients are classified. See docs/clients.md. */
  readonly clients?: ClientOptions;
  /**
   * The name of the app, for books that several apps write to. At most 128 characters.
   * @default process.env.GATEBOOK_SERVICE, or the name in its package.json
   */
  readonly service?: string;
  /**
   * The version of the app. At most 128 characters.
   * @default process.env.GATEBOOK_RELEASE, or the version in its package.json
   */
  readonly release?: string;
  /**
   * Limits on what recording may use. Beyond them, bodies are dropped first, then details of successes, then all details, then nine out
   * of ten requests.
   * @default { bytesPerSecond: '16MB', memory: '32MB' }
   */
  readonly budget?: BudgetOptions;
  /**
   * Add `X-Debug-Token` headers to responses, and a toolbar to HTML pages. Only requests with the key get them and, in development,
   * those from this machine.
   * @default process.env.NODE_ENV === 'development'
   */
  readonly toolbar?: boolean;
}

export interface ClientOptions {
  /**
   * Look up the addresses of clients that declare to be a crawler of Google, Bing, Apple, Yandex or Baidu in the DNS. If an
   * address is not its operator's, the class of its client is `unknown` instead of `bot`.
   * @default false
   */
  readonly verifyBots?: boolean;
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
  readonly clientOf: ClientOf;
  readonly trustedProxies: readonly IpRange[];
  readonly verifyBots: boolean;
  readonly process: ProcessInfo;
  readonly budget: BudgetLimits;
  readonly toolbar: boolean;
}

/** The names of all options. */
export const OPTION_NAMES = [
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
  'clients',
  'service',
  'release',
  'budget',
  'toolbar',
] as const satisfies readonly (keyof GatebookOptions)[];

const DEFAULT_PATH = '/_profiler';
const PATH = /^(?:\/[A-Za-z0-9._~-]+)+$/;

/** Checks every option. Throws a `bad-option` error that names the option and what it accepts. */
export function resolveOptions(options: GatebookOptions = {}): ResolvedOptions {
  checkObject('', options, OPTION_NAMES);
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
    clientOf: createClientOf(options.trustProxy),
    trustedProxies: parseTrustedProxies(options.trustProxy),
    verifyBots: resolveVerifyBots(options.clients),
    process: processInfo(
      toLabel('service', options.service, MAX_PROCESS_TEXT),
      toLabel('release', options.release, MAX_PROCESS_TEXT),
    ),
    budget: resolveBudget(options.budget),
  };
}

function resolveVerifyBots(clients: ClientOptions = {}): boolean {
  checkObject('clients', clients, ['verifyBots']);
  const { verifyBots = false } = clients;
  checkBoolean('clients.verifyBots', verifyBots);
  return verifyBots;
}

function resolveStorage(option: GatebookOptions['storage']): string | Store {
  const storage = option ?? DEFAULT_STORAGE;
  if (typeof storage === 'string') {
    checkStorage(storage);
    return storage;
  }
  if (isStore(storage)) return storage;
  throw invalidOption('storage', 'a storage URL such as sqlite:FOLDER, or a Store', storage);
}

function resolveKey({ key, authorize }: GatebookOptions, kind: keyof typeof DEFAULT_KEEP): Key | null {
  if (isKey(key)) return key;
  if (key !== undefined)
    // The value is not shown: it may be a secret that is only too short.
    throw badOption(
      `Invalid option key: expected at least ${MIN_KEY_LENGTH} letters, digits or any of . _ ~ + / = -`,
    );
  if (kind === 'clickhouse' && authorize === undefined)
    throw badOption(
      'A book in ClickHouse needs the option key (or GATEBOOK_KEY), or authorize, to open the page.',
    );
  return null;
}
