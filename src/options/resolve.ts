import { badOption } from '../errors.ts';
import { STDERR, safeLogger } from '../logger.ts';
import { createClientOf, parseTrustedProxies } from '../net/client.ts';
import { checkNames } from '../option-checks.ts';
import { processInfo } from '../process/process-info.ts';
import { createUserReader } from '../record/user.ts';
import { chooseStorage } from '../store/default-storage.ts';
import { storageKind } from '../store/open-store.ts';
import type { Retention } from '../store/store.ts';
import type { GatebookOptions, ResolvedOptions } from './options.ts';
import { type CheckedOptions, type KeepLimits, OPTIONS, type Option } from './table.ts';

const THIRTY_DAYS_MS = 30 * 24 * 3_600_000;
/** The operator of a shared server limits its size. */
const DEFAULT_KEEP = {
  memory: { entries: 10_000 },
  sqlite: { age: THIRTY_DAYS_MS, bytes: 2e9, fitsDisk: true },
  chdb: { age: THIRTY_DAYS_MS, bytes: 2e9 },
  clickhouse: { age: THIRTY_DAYS_MS },
  /** Its operator decides. */
  collector: {},
  custom: { age: THIRTY_DAYS_MS },
} as const satisfies Record<string, Retention>;

/** Checks every option. Throws a `bad-option` error that names the option and what it accepts. */
export function resolveOptions(options: GatebookOptions = {}): ResolvedOptions {
  const { keep, user, trustProxy, clients, service, instance, environment, release, logger, ...checked } =
    checkOptions(options);
  const { key = null, writeKey = null, authorize } = checked;
  const { storage, note: storageNote } =
    options.storage === undefined ? chooseStorage() : { storage: checked.storage, note: null };
  const kind = typeof storage === 'string' ? storageKind(storage) : 'custom';
  if (kind === 'clickhouse' && key === null && authorize === undefined)
    throw badOption(
      'A book in ClickHouse needs the option key (or GATEBOOK_KEY), or authorize, to open the page.',
    );
  if (kind === 'collector' && writeKey === null && key === null)
    throw badOption(
      'A collector needs the option writeKey (or GATEBOOK_WRITE_KEY): what "gatebook keys add --service NAME" has printed there.',
    );
  if (checked.spool && kind !== 'collector')
    throw badOption(
      "The option spool is for what waits for a collector: set storage to 'https://COLLECTOR:4600', or remove it.",
    );
  if (kind === 'collector' && keep !== false && Object.keys(keep).length > 0)
    throw badOption('The option keep is for the collector to set: gatebook collect --keep 30d.');
  if (keep !== false && Object.keys(keep).length > 0 && !canRetain(options.storage))
    throw badOption('The option keep needs a store with the method retain, and this one has none.');
  return {
    ...checked,
    storage,
    storageNote,
    key,
    writeKey,
    keep: limitsOf(keep, DEFAULT_KEEP[kind]),
    userOf: createUserReader(user),
    clientOf: createClientOf(trustProxy),
    trustedProxies: parseTrustedProxies(trustProxy),
    verifyBots: clients.verifyBots ?? false,
    process: processInfo({ service, instance, environment, release }),
    logger: logger ? safeLogger(logger) : STDERR,
  };
}

/** Checks each option, and gives those that are not set their defaults. */
export function checkOptions(options: GatebookOptions): CheckedOptions {
  checkNames('', options, Object.keys(OPTIONS));
  const checked = Object.entries<Option<unknown>>(OPTIONS).map(([name, option]) => {
    const given = options[name as keyof GatebookOptions];
    return [name, option.check(name, given === undefined ? option.default : given)];
  });
  return Object.fromEntries(checked);
}

function canRetain(storage: GatebookOptions['storage']): boolean {
  return typeof storage !== 'object' || typeof storage.retain === 'function';
}

/** A limit that is not given keeps its default. */
export function limitsOf(keep: KeepLimits | false, defaults: Retention): Retention {
  if (keep === false) return {};
  const limits = Object.entries({
    ...defaults,
    ...keep,
    ...(keep.bytes !== undefined && { fitsDisk: false }),
  });
  return Object.fromEntries(limits.filter(([, limit]) => limit !== false));
}
