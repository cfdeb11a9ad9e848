import { badOption } from '../errors.ts';
import type { RedactionOptions } from '../redact/options.ts';
import type { Key } from '../serve/access/key.ts';
import { findStorage } from '../store/default-storage.ts';
import type { Retention } from '../store/store.ts';
import { readConfigFile } from './config-file.ts';
import { nameOrigin, optionsFrom, VARIABLES, variableOf } from './environment.ts';
import type { GatebookOptions } from './options.ts';
import { checkOptions, limitsOf } from './resolve.ts';
import type { CheckedOptions } from './table.ts';

/** The flags of `gatebook collect`, by the option that each of them sets. */
export const COLLECTOR_FLAGS = {
  storage: '--storage',
  'keep.age': '--keep',
  'keep.bytes': '--keep-bytes',
  'collector.listen': '--listen',
  'collector.tlsCert': '--tls-cert',
  'collector.tlsKey': '--tls-key',
  'collector.insecure': '--insecure',
  'collector.keys': '--keys',
  'collector.userHeader': '--user-header',
} as const;
type Flag = keyof typeof COLLECTOR_FLAGS;

/** What a collector runs with. */
export interface CollectorSettings {
  readonly storage: string;
  /** `null` if the key is kept beside the book. */
  readonly key: Key | null;
  readonly keep: Retention;
  readonly redact: RedactionOptions | undefined;
  readonly collector: CheckedOptions['collector'];
}

const DEFAULT_KEEP = { age: 30 * 24 * 3_600_000, bytes: 20e9 } as const;

/** Takes each setting from its flag, else from its variable, else from the file, else its default. Throws `bad-option`. */
export function collectorSettings(
  given: Partial<Readonly<Record<Flag, string>>>,
  config: GatebookOptions = readConfigFile(),
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CollectorSettings {
  const variables = optionsFrom(environment);
  const flags = optionsOf(given);
  const options: GatebookOptions = {
    ...config,
    ...variables,
    ...flags,
    keep: merged(merged(config.keep, variables.keep), flags.keep),
    collector: merged(merged(config.collector, variables.collector), flags.collector),
  };
  const originOf = (path: string) => {
    if (path in given) return COLLECTOR_FLAGS[path as Flag];
    const [option = '', part] = path.split('.');
    const set: unknown = variables[option as keyof GatebookOptions];
    const isVariable =
      part === undefined ? set !== undefined : typeof set === 'object' && set !== null && part in set;
    return isVariable ? variableOf(path) : `option ${path} in gatebook.config.js`;
  };
  try {
    const { key, redact, keep, collector, storage } = checkOptions(options);
    if (typeof storage !== 'string')
      throw badOption(
        'Invalid option storage: a collector needs a storage URL such as sqlite:FOLDER, and not a store.',
      );
    return {
      storage: options.storage === undefined ? findStorage() : storage,
      key: key ?? null,
      keep: keep === false ? {} : { ...limitsOf(keep, DEFAULT_KEEP), fitsDisk: true },
      redact,
      collector,
    };
  } catch (error) {
    throw nameOrigin(error, originOf);
  }
}

/** A flag is read as the variable of its option is. */
function optionsOf(given: Partial<Readonly<Record<Flag, string>>>): GatebookOptions {
  const options: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(given)) {
    const value = VARIABLES.get(path)?.read(text);
    const [option = '', part] = path.split('.');
    options[option] = part === undefined ? value : { ...(options[option] ?? {}), [part]: value };
  }
  return options as GatebookOptions;
}

/** What takes precedence, with the parts that only the other one has. */
function merged<Value>(before: Value | undefined, value: Value | undefined): Value | undefined {
  if (value === undefined) return before;
  return typeof before === 'object' && typeof value === 'object' ? { ...before, ...value } : value;
}
