import type { IncomingMessage } from 'node:http';
import type { Logger } from '../logger.ts';
import type { ClientOf } from '../net/client.ts';
import type { IpRange } from '../net/ip.ts';
import type { BudgetLimits } from '../pipeline/budget.ts';
import type { DetailRule } from '../pipeline/detail-policy.ts';
import type { SpoolOptions } from '../pipeline/spool/spool.ts';
import type { ProcessInfo } from '../profile/entry.ts';
import type { BodiesOption, BodyRule } from '../record/bodies/body-options.ts';
import type { Ignore, IgnoreRules } from '../record/ignore.ts';
import type { BuiltIn, InstrumentationChoice } from '../record/instrumentation/built-in.ts';
import type { UserOption, UserReader } from '../record/user.ts';
import type { RedactionOptions } from '../redact/options.ts';
import type { Key } from '../serve/access/key.ts';
import type { CustomStore, Retention, Store } from '../store/store.ts';

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
   * Where profiles are kept: `sqlite:FOLDER`, `clickhouse://USER:PASSWORD@HOST/DATABASE`, `chdb:FOLDER`, `memory:`,
   * `https://COLLECTOR:4600`, or a store of your own, see docs/extending.md. The book does not close a store that you pass.
   * @default process.env.GATEBOOK_STORAGE, or 'sqlite:.gatebook'; a temporary folder if that can't be written to
   */
  readonly storage?: string | CustomStore | undefined;
  /**
   * The path of the page.
   * @default '/_profiler'
   */
  readonly path?: string | undefined;
  /**
   * The key that opens the page: at least 16 characters. Required for `clickhouse://`, unless `authorize` is set.
   * @default process.env.GATEBOOK_KEY, or a random key that is kept beside the book
   */
  readonly key?: string | undefined;
  /**
   * The key with which the app writes to a collector (`storage: 'https://...'`), as `gatebook keys add` has printed it. The app's own page reads
   * the collector with the option `key`, and is not served without one.
   * @default process.env.GATEBOOK_WRITE_KEY
   */
  readonly writeKey?: string | undefined;
  /**
   * A folder for what is recorded while the collector is gone, or an object with its path and size. It is sent when the collector is back, each request
   * once. Give it a disk that outlives the container. See docs/collector.md.
   * @default none: requests wait in memory
   */
  readonly spool?: string | SpoolFolder | undefined;
  /**
   * Decides who may open the page, instead of the key. Requests it refuses go on to the app.
   * @example
   * authorize: (request) => isAdmin(request.headers.cookie)
   */
  readonly authorize?: ((request: IncomingMessage) => boolean | Promise<boolean>) | undefined;
  /**
   * How long profiles are kept; the oldest are deleted first. A limit that is not given keeps its default, and `false` switches it
   * off. `keep: false` keeps everything.
   * @default { age: '30d', bytes: '2GB' }; { age: '30d' } on a server or in a store of your own; { entries: 10_000 } in memory
   * @example
   * keep: { age: '7d', bytes: false }
   */
  readonly keep?: KeepOptions | false | undefined;
  /**
   * Which requests keep their details: all, none, or failures plus those that were slow or sampled. Every request keeps
   * its entry, with its user and tags. With `'none'`, no library is observed.
   * @default 'all'; { slowerThan: '500ms', sample: 0.1 } if process.env.NODE_ENV is 'production'
   * @example
   * details: { slowerThan: '500ms', sample: 0.01 }
   */
  readonly details?: 'all' | 'none' | DetailOptions | undefined;
  /**
   * What is observed while a request is handled. An object switches off built-in instrumentations by their name, and adds your own
   * under any other. A list adds your own too, unless it names built-in ones: then only what it has runs. See docs/instrumentation.md.
   * @default all built-in ones
   * @example
   * instrumentations: { stdio: false, queue: mine }
   * @example
   * instrumentations: [mine]
   * @example
   * instrumentations: ['console', 'fetch']
   */
  readonly instrumentations?: InstrumentationChoice | undefined;
  /**
   * Returns the id of the user who made a request. Called once, when the request has ended. `user(id)` of the app takes
   * precedence.
   * @default the id of the user that Passport or the framework has set
   * @example
   * user: (request) => userIdOf(request.headers.cookie)
   */
  readonly user?: UserOption | undefined;
  /**
   * Which bodies of requests and responses are part of the details: those of failures (status 400 and above, or an error), all,
   * or none. JSON, forms and text only, redacted. See docs/recording.md.
   * @default 'none'
   * @example
   * bodies: { request: 'errors', response: 'none', max: '4kB' }
   */
  readonly bodies?: BodiesOption | undefined;
  /** What is redacted besides the defaults: names to add, names to allow, or every value. See docs/security.md. */
  readonly redact?: RedactionOptions | undefined;
  /**
   * Requests that are not recorded, besides `/favicon.ico` and `/.well-known/appspecific/*`; `false` records these too.
   * @example
   * ignore: { paths: ['/health', '/assets/*'] }
   */
  readonly ignore?: Ignore | false | undefined;
  /**
   * Proxies whose `X-Forwarded-For`, `-Proto` and `-Host` or `Forwarded` headers are believed: addresses and CIDR ranges.
   * @example
   * trustProxy: ['10.0.0.0/8', '::1']
   */
  readonly trustProxy?: readonly string[] | undefined;
  /** How clients are classified. See docs/clients.md. */
  readonly clients?: ClientOptions | undefined;
  /**
   * The name of the app, for books that several apps write to. At most 128 characters.
   * @default process.env.GATEBOOK_SERVICE, or what the platform calls it, or the name in its package.json
   */
  readonly service?: string | undefined;
  /**
   * The name of this container or machine. The id of the process is added to it. At most 128 characters.
   * @default process.env.GATEBOOK_INSTANCE, or what the platform calls it, or the host name
   */
  readonly instance?: string | undefined;
  /**
   * Where the app runs, such as `staging`. At most 128 characters.
   * @default process.env.GATEBOOK_ENVIRONMENT, or what the platform calls it
   */
  readonly environment?: string | undefined;
  /**
   * The version of the app. At most 128 characters.
   * @default process.env.GATEBOOK_RELEASE, or the version or commit that the platform names, or the version in its package.json
   */
  readonly release?: string | undefined;
  /**
   * Limits on what recording may use. Beyond them, bodies are dropped first, then details of successes, then all details, then nine out
   * of ten requests.
   * @default { bytesPerSecond: '16MB', memory: '32MB' }
   */
  readonly budget?: BudgetOptions | undefined;
  /**
   * Add `X-Debug-Token` headers to responses, and a toolbar to HTML pages. Only requests with the key get them and, in development,
   * those from this machine.
   * @default process.env.NODE_ENV === 'development'
   */
  readonly toolbar?: boolean | undefined;
  /** How `gatebook collect` listens. Apps ignore it. See docs/collector.md. */
  readonly collector?: CollectorOptions | undefined;
  /**
   * Gets what Gatebook itself has to say: `info` the link to the page, or how to get it, and that writing works again, `warn` everything else.
   * @default stderr
   * @example
   * logger: pino()
   */
  readonly logger?: Logger | undefined;
}

export interface KeepOptions {
  /**
   * How old a profile may become. At least a minute.
   * @default '30d'; false in memory
   */
  readonly age?: Duration | false | undefined;
  /**
   * The number of profiles.
   * @default false; 10_000 in memory
   */
  readonly entries?: number | false | undefined;
  /**
   * The size of the whole book, with details and indexes.
   * @default '2GB', less on a small disk or one in memory; false in memory, on a server and in a store of your own
   */
  readonly bytes?: Size | false | undefined;
}

export interface SpoolFolder {
  /** The folder. It is made if it does not exist. */
  readonly path: string;
  /**
   * What the processes of a service may put there, together. The oldest is dropped first, and counted.
   * @default '500MB'
   */
  readonly bytes?: Size | undefined;
}

export interface DetailOptions {
  /** Keep details of requests slower than this. */
  readonly slowerThan?: Duration | undefined;
  /**
   * The fraction of other requests whose details are kept, from 0 to 1.
   * @default 0
   */
  readonly sample?: number | undefined;
}

export interface BudgetOptions {
  /**
   * Average rate of recorded data.
   * @default '16MB'
   */
  readonly bytesPerSecond?: Size | undefined;
  /**
   * Memory for requests that are not written yet.
   * @default '32MB'
   */
  readonly memory?: Size | undefined;
}

export interface CollectorOptions {
  /**
   * `HOST:PORT`. An address that is not loopback needs TLS, or `insecure`.
   * @default '127.0.0.1:4600'
   */
  readonly listen?: string | undefined;
  /** The file with the certificate, in PEM format. */
  readonly tlsCert?: string | undefined;
  /** The file with the private key of the certificate, in PEM format. */
  readonly tlsKey?: string | undefined;
  /** Listen without TLS, for private addresses only. */
  readonly insecure?: 'private-network' | undefined;
  /**
   * The file with the hashes of the write keys.
   * @default `keys` beside the key of the book
   */
  readonly keys?: string | undefined;
  /** The header in which a proxy names who reads, for the log of the collector. It opens nothing. */
  readonly userHeader?: string | undefined;
}

export interface ClientOptions {
  /**
   * Look up the addresses of clients that declare to be a crawler of Google, Bing, Apple, Yandex or Baidu in the DNS. If an
   * address is not its operator's, the class of its client is `unknown` instead of `bot`.
   * @default false
   */
  readonly verifyBots?: boolean | undefined;
}

/** Options with defaults applied and units converted. */
export interface ResolvedOptions {
  readonly storage: string | Store;
  /** Says where the book is if it could not be where it is by default. */
  readonly storageNote: string | null;
  readonly path: string;
  /** `null` if the key is kept beside the book. */
  readonly key: Key | null;
  /** `null` if the storage is not a collector, or only the owner's key writes to it. */
  readonly writeKey: Key | null;
  readonly spool: SpoolOptions | undefined;
  readonly authorize: GatebookOptions['authorize'];
  readonly keep: Retention;
  readonly details: DetailRule;
  /** `null` if nothing is observed, not even what the app adds itself. */
  readonly instrumentations: readonly BuiltIn[] | null;
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
  readonly logger: Logger;
}
