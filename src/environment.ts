import { badOption, GatebookError } from './errors.ts';
import { closestMatch } from './format/closest-match.ts';
import { type GatebookOptions, type ResolvedOptions, resolveOptions } from './options.ts';

type Read = (text: string) => unknown;

const text: Read = (value) => value;
/** A number, or a text with a unit such as `30d`. */
const amount: Read = (value) => (/^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value);
const list: Read = (value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };
const boolean: Read = (value) => BOOLEANS[value] ?? value;
const names: Read = (value) => (value === 'none' ? value : list(value));

/** The options that a variable can set, by their path. Functions and objects of the app need code. */
const READERS: Readonly<Record<string, Read>> = {
  storage: text,
  path: text,
  key: text,
  'keep.age': amount,
  'keep.entries': amount,
  'keep.bytes': amount,
  details: text,
  'details.slowerThan': amount,
  'details.sample': amount,
  instrumentations: names,
  bodies: text,
  'bodies.request': text,
  'bodies.response': text,
  'bodies.types': list,
  'bodies.max': amount,
  'redact.add': list,
  'redact.allow': list,
  'redact.strict': boolean,
  'redact.user': text,
  'ignore.paths': list,
  'ignore.statuses': list,
  'ignore.methods': list,
  trustProxy: list,
  'clients.verifyBots': boolean,
  service: text,
  release: text,
  'budget.bytesPerSecond': amount,
  'budget.memory': amount,
  toolbar: boolean,
};

/** The name of the variable for each option: `GATEBOOK_KEEP_AGE` for `keep.age`. */
export const VARIABLES: ReadonlyMap<string, string> = new Map(
  Object.keys(READERS).map((path) => [path, variableOf(path)]),
);

function variableOf(path: string): string {
  return `GATEBOOK_${path.replaceAll('.', '_').replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the options that variables set. An empty variable counts as not set. */
export function optionsFrom(environment: Environment): GatebookOptions {
  const options: Record<string, unknown> = {};
  for (const [path, read] of Object.entries(READERS)) {
    const value = environment[variableOf(path)];
    if (value === undefined || value === '') continue;
    const [name = '', part] = path.split('.');
    const outer = options[name];
    if (part === undefined) options[name] = read(value);
    else options[name] = { ...(typeof outer === 'object' ? outer : {}), [part]: read(value) };
  }
  return options as GatebookOptions;
}

/** Options in code take precedence over variables, and these over `config`, the options of a file. */
export function mergeOptions(
  given: GatebookOptions,
  config: GatebookOptions,
  environment: Environment = process.env,
): GatebookOptions {
  return { ...config, ...optionsFrom(environment), ...withoutUndefined(given) };
}

/** Checks merged options. */
export function resolveWithEnvironment(
  given: GatebookOptions = {},
  config: GatebookOptions = {},
  environment: Environment = process.env,
): ResolvedOptions {
  const isObject = typeof given === 'object' && given !== null;
  if (!isObject || Array.isArray(given)) return resolveOptions(given);
  try {
    return resolveOptions(mergeOptions(given, config, environment));
  } catch (error) {
    const set = withoutUndefined(given);
    const variables = optionsFrom(environment);
    throw nameVariable(
      error,
      Object.keys(variables).filter((name) => !(name in set)),
    );
  }
}

function withoutUndefined(options: GatebookOptions): GatebookOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Says which variable an invalid option was read from. */
function nameVariable(error: unknown, options: readonly string[]): unknown {
  if (!(error instanceof GatebookError) || error.code !== 'bad-option') return error;
  const [, path = ''] = /\boption (\w+(?:\.\w+)*)/i.exec(error.message) ?? [];
  const variable = VARIABLES.get(path);
  if (variable === undefined || !options.includes(path.split('.')[0] ?? '')) return error;
  return badOption(error.message.replace(`option ${path}`, `environment variable ${variable}`));
}

/** Other variables that have almost the name of one that exists, each with the right name. */
export function misspelledVariables(environment: Environment): readonly (readonly [string, string])[] {
  const known = [...VARIABLES.values()];
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith('GATEBOOK_') || known.includes(name)) return [];
    const meant = closestMatch(name, known);
    return meant ? [[name, meant] as const] : [];
  });
}
