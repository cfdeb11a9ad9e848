import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { badOption } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { parseTrustedProxies } from '../net/client.ts';
import {
  boolean,
  type Check,
  checkParts,
  count,
  duration,
  fraction,
  functionLike,
  invalidOption,
  oneOf,
  optional,
  size,
} from '../option-checks.ts';
import { DEFAULT_BUDGET } from '../pipeline/budget.ts';
import { type DetailRule, PRODUCTION_DETAILS } from '../pipeline/detail-policy.ts';
import type { SpoolOptions } from '../pipeline/spool/spool.ts';
import { MAX_PROCESS_TEXT } from '../process/process-info.ts';
import { resolveBodies } from '../record/bodies/body-options.ts';
import { createIgnore } from '../record/ignore.ts';
import { resolveInstrumentations } from '../record/instrumentation/built-in.ts';
import type { UserOption } from '../record/user.ts';
import { parseRedactionOptions, type RedactionOptions } from '../redact/options.ts';
import { isKey, type Key, MIN_KEY_LENGTH } from '../serve/access/key.ts';
import { completeStore } from '../store/custom/complete-store.ts';
import { checkStorage, DEFAULT_STORAGE } from '../store/open-store.ts';
import type { Retention, Store } from '../store/store.ts';
import type { GatebookOptions } from './options.ts';
import { amount, boolOf, list, names, text, type Variable } from './variables.ts';

/** One option: how it is checked, and which variables set it. Its type and its documentation are in `GatebookOptions`. */
export interface Option<Value> {
  readonly check: Check<Value>;
  /** Checked in place of `undefined`. */
  readonly default?: unknown;
  /** Absent if only code can set the option. */
  readonly variable?: Variable;
  /** The variables of its parts. */
  readonly parts?: Readonly<Record<string, Variable>>;
}

export const OPTIONS = {
  storage: { check: toStorage, default: DEFAULT_STORAGE, variable: text('`sqlite:/var/lib/shop/book`') },
  path: { check: toPath, default: '/_profiler', variable: text('`/_profiler`') },
  key: { check: optional(toKey), variable: text('at least 16 characters') },
  writeKey: { check: optional(toKey), variable: text('what `gatebook keys add` printed') },
  spool: {
    check: optional(toSpool),
    variable: text('`./gatebook-spool`'),
    parts: { path: text('`./gatebook-spool`'), bytes: amount('`2GB`') },
  },
  authorize: {
    check: optional(
      functionLike<(request: IncomingMessage) => boolean | Promise<boolean>>('(request) => isAdmin(request)'),
    ),
  },
  keep: {
    check: toKeep,
    default: {},
    variable: amount('`false`'),
    parts: { age: amount('`30d`'), entries: amount('`1000000`'), bytes: amount('`2GB` or `false`') },
  },
  details: {
    check: toDetails,
    get default() {
      return process.env.NODE_ENV === 'production' ? PRODUCTION_DETAILS : 'all';
    },
    variable: text('`all` or `none`'),
    parts: { slowerThan: amount('`500ms`'), sample: amount('`0.01`') },
  },
  instrumentations: {
    check: (_, value) => resolveInstrumentations(value),
    default: {},
    variable: names('`console,fetch,pg`, `-stdio,-console` or `none`'),
  },
  user: { check: optional(functionLike<UserOption>('(request) => request.session.userId')) },
  bodies: {
    check: (_, value) => resolveBodies(value),
    default: 'none',
    variable: text('`errors`, `all` or `none`'),
    parts: {
      request: text('`errors`'),
      response: text('`none`'),
      types: list('`application/json,text/*`'),
      max: amount('`4kB`'),
    },
  },
  redact: {
    check: toRedaction,
    parts: {
      add: list('`ssn,iban`'),
      allow: list('`x-request-id`'),
      strict: boolOf('`true`'),
      user: text('`hash`'),
    },
  },
  ignore: {
    check: (_, value) => createIgnore(value),
    default: {},
    parts: { paths: list('`/health,/assets/*`'), statuses: list('`304,3xx`'), methods: list('`OPTIONS`') },
  },
  trustProxy: { check: toProxies, variable: list('`10.0.0.0/8,::1`') },
  clients: {
    check: (option, value) => checkParts(option, value, { verifyBots: boolean }),
    default: {},
    parts: { verifyBots: boolOf('`true` or `false`') },
  },
  service: { check: optional(toLabel), variable: text('`shop`') },
  instance: { check: optional(toLabel), variable: text('`web-2`') },
  environment: { check: optional(toLabel), variable: text('`staging`') },
  release: { check: optional(toLabel), variable: text('`1.4.0`') },
  budget: {
    check: (option, value) => ({
      ...DEFAULT_BUDGET,
      ...checkParts(option, value, { bytesPerSecond: size('16MB'), memory: size('32MB') }),
    }),
    default: {},
    parts: { bytesPerSecond: amount('`16MB`'), memory: amount('`32MB`') },
  },
  toolbar: {
    check: boolean,
    get default() {
      return process.env.NODE_ENV === 'development';
    },
    variable: boolOf('`true` or `false`'),
  },
  collector: {
    check: (option, value) =>
      checkParts(option, value, {
        listen: toAddress,
        tlsCert: toFile,
        tlsKey: toFile,
        insecure: oneOf('private-network'),
        keys: toFile,
        userHeader: toHeader,
      }),
    default: {},
    parts: {
      listen: text('`0.0.0.0:4600`'),
      tlsCert: text('`/etc/gatebook/cert.pem`'),
      tlsKey: text('`/etc/gatebook/key.pem`'),
      insecure: text('`private-network`'),
      keys: text('`/data/keys`'),
      userHeader: text('`x-forwarded-user`'),
    },
  },
  logger: { check: optional(toLogger) },
} as const satisfies Readonly<Record<keyof GatebookOptions, Option<unknown>>>;

/** The options, checked, each with its default. */
export type CheckedOptions = {
  readonly [Name in keyof typeof OPTIONS]: ReturnType<(typeof OPTIONS)[Name]['check']>;
};

function toStorage(option: string, storage: unknown): string | Store {
  if (typeof storage === 'string') {
    checkStorage(storage);
    return storage;
  }
  if (typeof storage === 'object' && storage !== null) return completeStore(storage);
  throw invalidOption(option, 'a storage URL such as sqlite:FOLDER, or a store', storage);
}

const PATH = /^(?:\/[A-Za-z0-9._~-]+)+$/;

function toPath(option: string, path: unknown): string {
  if (typeof path === 'string' && PATH.test(path)) return path;
  throw invalidOption(option, "a path such as '/_profiler', without a slash at the end", path);
}

function toKey(option: string, key: unknown): Key {
  if (isKey(key)) return key;
  // The value is not shown: it may be a secret that is only too short.
  throw badOption(
    `Invalid option ${option}: expected at least ${MIN_KEY_LENGTH} letters, digits or any of . _ ~ + / = -`,
  );
}

const DEFAULT_SPOOL_BYTES = 500e6;

function toSpool(option: string, spool: unknown): SpoolOptions {
  const given = typeof spool === 'string' ? { path: spool } : spool;
  const { path, bytes = DEFAULT_SPOOL_BYTES } = checkParts(option, given, {
    path: toFolder,
    bytes: size('2GB'),
  });
  if (path === undefined) throw invalidOption(option, "a folder such as './gatebook-spool'", spool);
  return { path, bytes };
}

/** An absolute path: the app may change its folder. */
function toFolder(option: string, path: unknown): string {
  if (typeof path === 'string' && path !== '') return resolve(path);
  throw invalidOption(option, "a folder such as './gatebook-spool'", path);
}

const MIN_AGE_MS = 60_000;
/** The limits that are given, or switched off. */
export type KeepLimits = { readonly [Name in keyof Retention]: number | false };

function toKeep(option: string, keep: unknown): KeepLimits | false {
  if (keep === false) return false;
  return checkParts(option, keep, { age: orOff(toAge), entries: orOff(count), bytes: orOff(size('2GB')) });
}

function orOff(check: Check<number>): Check<number | false> {
  return (option, value) => value !== false && check(option, value);
}

function toAge(option: string, value: unknown): number {
  const age = duration('30d')(option, value);
  if (age >= MIN_AGE_MS) return age;
  throw badOption(
    `Invalid option ${option}: ${JSON.stringify(value)} is less than a minute. A number is in milliseconds; write '30d' for 30 days.`,
  );
}

function toDetails(option: string, details: unknown): DetailRule {
  if (details === 'all' || details === 'none') return details;
  if (typeof details !== 'object')
    throw invalidOption(option, "'all', 'none' or { slowerThan: '500ms', sample: 0.01 }", details);
  const parts = checkParts(option, details, { slowerThan: duration('500ms'), sample: fraction });
  return { slowerThan: Number.POSITIVE_INFINITY, sample: 0, ...parts };
}

function toRedaction(_option: string, redact: unknown): RedactionOptions | undefined {
  parseRedactionOptions(redact);
  // Not its rules: the writer thread, which redacts, can't be sent functions.
  return redact as RedactionOptions | undefined;
}

function toProxies(_option: string, trustProxy: unknown): readonly string[] | undefined {
  parseTrustedProxies(trustProxy as readonly string[] | undefined);
  return trustProxy as readonly string[] | undefined;
}

/** A name or a version. */
function toLabel(option: string, value: unknown): string {
  if (typeof value === 'string' && value.length <= MAX_PROCESS_TEXT) return value;
  throw invalidOption(option, `a text of at most ${MAX_PROCESS_TEXT} characters`, value);
}

/** Where a server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

const MAX_PORT = 65_535;

/** `0.0.0.0:4600`, `[::]:4600` */
function toAddress(option: string, value: unknown): Address {
  const [, host = '', digits = ''] = /^(.+):(\d{1,5})$/.exec(typeof value === 'string' ? value : '') ?? [];
  const port = Number(digits);
  if (host === '' || port > MAX_PORT) throw invalidOption(option, "HOST:PORT such as '0.0.0.0:4600'", value);
  return { host: host.replace(/^\[|\]$/g, ''), port };
}

/** Not one with a secret, which would be logged. */
function toHeader(option: string, value: unknown): string {
  if (typeof value === 'string' && /^(?!(?:proxy-)?authorization$|cookie$)[\w-]+$/i.test(value))
    return value.toLowerCase();
  throw invalidOption(option, "the name of a header such as 'x-forwarded-user'", value);
}

function toFile(option: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalidOption(option, 'the path of a file', value);
}

function toLogger(option: string, logger: unknown): Logger {
  const { info, warn } = (logger ?? {}) as Partial<Logger>;
  if (typeof info === 'function' && typeof warn === 'function') return logger as Logger;
  throw invalidOption(option, 'an object with the methods info and warn, such as console', logger);
}
