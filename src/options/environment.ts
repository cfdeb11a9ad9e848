import { badOption, GatebookError } from '../errors.ts';
import { closestMatch } from '../format/closest-match.ts';
import type { GatebookOptions, ResolvedOptions } from './options.ts';
import { resolveOptions } from './resolve.ts';
import { OPTIONS, type Option } from './table.ts';
import type { Variable } from './variables.ts';

/** The variable of each option and part, by its path: `GATEBOOK_KEEP_AGE` for `keep.age`. */
export const VARIABLES: ReadonlyMap<string, Variable & { readonly name: string }> = new Map(
  Object.entries<Option<unknown>>(OPTIONS).flatMap(([option, { variable, parts = {} }]) => [
    ...(variable ? [[option, named(option, variable)] as const] : []),
    ...Object.entries(parts).map(
      ([part, of]) => [`${option}.${part}`, named(`${option}.${part}`, of)] as const,
    ),
  ]),
);

function named(path: string, variable: Variable) {
  const name = `GATEBOOK_${path.replaceAll('.', '_').replace(/[A-Z]/g, '_$&').toUpperCase()}`;
  return { ...variable, name };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the options that variables set. An empty variable counts as not set. Throws `bad-option` for a whole option and its part. */
export function optionsFrom(environment: Environment): GatebookOptions {
  const options: Record<string, unknown> = {};
  for (const [path, { name, read }] of VARIABLES) {
    const value = environment[name];
    if (value === undefined || value === '') continue;
    const [option = '', part] = path.split('.');
    const outer = options[option] ?? {};
    if (typeof outer !== 'object')
      throw badOption(
        `The environment variables ${VARIABLES.get(option)?.name} and ${name} exclude each other. Remove one of them.`,
      );
    options[option] = part === undefined ? read(value) : { ...outer, [part]: read(value) };
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
    throw nameOrigin(error, (path) => {
      const option = path.split('.')[0] ?? '';
      return option in variables && !(option in set) ? variableOf(path) : undefined;
    });
  }
}

function withoutUndefined(options: GatebookOptions): GatebookOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** How a message names the variable of an option. */
export function variableOf(path: string): string | undefined {
  const variable = VARIABLES.get(path);
  return variable && `environment variable ${variable.name}`;
}

/** Says where an invalid option was read from, if `originOf` knows it. */
export function nameOrigin(error: unknown, originOf: (path: string) => string | undefined): unknown {
  if (!(error instanceof GatebookError) || error.code !== 'bad-option') return error;
  const [, path = ''] = /\boption (\w+(?:\.\w+)*)/i.exec(error.message) ?? [];
  const origin = originOf(path);
  return origin === undefined ? error : badOption(error.message.replace(`option ${path}`, origin));
}

/** Other variables that have almost the name of one that exists, each with the right name. */
export function misspelledVariables(environment: Environment): readonly (readonly [string, string])[] {
  const known = [...VARIABLES.values()].map(({ name }) => name);
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith('GATEBOOK_') || known.includes(name)) return [];
    const meant = closestMatch(name, known);
    return meant ? [[name, meant] as const] : [];
  });
}
