import { badOption, describeValue } from '../../errors.ts';
import { closestMatch } from '../../format/closest-match.ts';
import { startOwnership } from '../ownership/ownership.ts';
import { adonisInstrumentation } from './adonis.ts';
import { ioredisInstrumentation } from './cache/ioredis.ts';
import { memcachedInstrumentation } from './cache/memcached.ts';
import { redisInstrumentation } from './cache/redis.ts';
import type { BuiltInContext } from './context.ts';
import { fetchInstrumentation } from './fetch.ts';
import { graphqlInstrumentation } from './graphql/graphql.ts';
import { trpcInstrumentation } from './graphql/trpc.ts';
import { httpInstrumentation } from './http.ts';
import type { Instrumentation } from './instrumentation.ts';
import { bullmqInstrumentation } from './jobs/bullmq.ts';
import { nodeCronInstrumentation } from './jobs/node-cron.ts';
import { consoleInstrumentation } from './logs/console.ts';
import { pinoInstrumentation } from './logs/pino.ts';
import { stdioInstrumentation } from './logs/stdio.ts';
import { nodemailerInstrumentation } from './nodemailer.ts';
import { otelInstrumentation } from './otel.ts';
import { phasesInstrumentation } from './phases.ts';
import { betterSqlite3Instrumentation } from './sql/better-sqlite3.ts';
import { mongodbInstrumentation } from './sql/mongodb.ts';
import { mysqlInstrumentation } from './sql/mysql.ts';
import { mysql2Instrumentation } from './sql/mysql2.ts';
import { pgInstrumentation } from './sql/pg.ts';
import { postgresInstrumentation } from './sql/postgres.ts';
import { prismaInstrumentation } from './sql/prisma.ts';
import { sqliteInstrumentation } from './sql/sqlite.ts';
import { tediousInstrumentation } from './sql/tedious.ts';

/** CPU time and event-loop delay. */
const loadInstrumentation = { name: 'load', start: ({ load }: BuiltInContext) => load.start() };

const BUILT_IN = {
  phases: phasesInstrumentation,
  load: loadInstrumentation,
  console: consoleInstrumentation,
  pino: pinoInstrumentation,
  stdio: stdioInstrumentation,
  http: httpInstrumentation,
  fetch: fetchInstrumentation,
  pg: pgInstrumentation,
  postgres: postgresInstrumentation,
  mysql2: mysql2Instrumentation,
  mysql: mysqlInstrumentation,
  ioredis: ioredisInstrumentation,
  memcached: memcachedInstrumentation,
  mongodb: mongodbInstrumentation,
  redis: redisInstrumentation,
  tedious: tediousInstrumentation,
  sqlite: sqliteInstrumentation,
  'better-sqlite3': betterSqlite3Instrumentation,
  graphql: graphqlInstrumentation,
  trpc: trpcInstrumentation,
  adonis: adonisInstrumentation,
  bullmq: bullmqInstrumentation,
  'node-cron': nodeCronInstrumentation,
  nodemailer: nodemailerInstrumentation,
  prisma: prismaInstrumentation,
  otel: otelInstrumentation,
} as const satisfies Readonly<Record<string, BuiltIn>>;

/** Runs with all others. It has no name, because it can't be chosen. */
const OWNERSHIP: BuiltIn = { name: '', start: startOwnership };

export interface BuiltIn {
  readonly name: string;
  start(context: BuiltInContext): () => void;
}

/** The name of a built-in instrumentation. */
export type InstrumentationName = keyof typeof BUILT_IN;

/**
 * Which instrumentations a book runs. An object switches off built-in ones: `{ stdio: false }`, and adds your own under any other name.
 * A list adds your own too. If it names built-in ones, only what it has runs. `'none'` also turns off what the app adds itself with
 * `measure`, `note` and the like.
 */
export type InstrumentationChoice =
  | 'none'
  | readonly (InstrumentationName | Instrumentation)[]
  | InstrumentationSwitches;

export type InstrumentationSwitches = Readonly<
  Partial<Record<InstrumentationName, boolean>> & Record<string, boolean | Instrumentation>
>;

/** Throws a `bad-option` error for a name that does not exist, a name used twice, or a malformed object. */
export function resolveInstrumentations(choice: unknown = []): readonly BuiltIn[] | null {
  if (choice === 'none') return null;
  const chosen = Array.isArray(choice) ? listed(choice) : switched(choice);
  const names = new Set<string>();
  for (const { name } of chosen) {
    if (names.has(name))
      throw badOption(
        `Option instrumentations has "${name}" twice. Give each instrumentation a name of its own.`,
      );
    names.add(name);
  }
  return chosen;
}

function listed(choice: readonly unknown[]): readonly BuiltIn[] {
  const items = choice.map((item, index) =>
    typeof item === 'string' ? builtIn(item) : own(`instrumentations[${index}]`, item),
  );
  return choice.some((item) => typeof item === 'string') ? items : [...Object.values(BUILT_IN), ...items];
}

function switched(choice: unknown): readonly BuiltIn[] {
  if (typeof choice !== 'object' || choice === null) throw invalid('instrumentations', choice);
  const running = new Set<BuiltIn>(Object.values(BUILT_IN));
  for (const [name, value] of Object.entries(choice)) {
    if (value === false) running.delete(builtIn(name));
    else if (value === true) builtIn(name);
    else if (value !== undefined) running.add(own(`instrumentations.${name}`, value));
  }
  return [...running];
}

/** Starts instrumentations and adds their names to `running`; with `null` not even ownership. Returns a function that stops them. */
export function startInstrumentations(
  instrumentations: readonly BuiltIn[] | null,
  context: BuiltInContext,
  running: Set<string>,
  onFault: () => void,
): () => void {
  const stops = new Map<string, () => void>();
  const started = instrumentations ? [OWNERSHIP, ...instrumentations] : [];
  for (const instrumentation of started) {
    try {
      stops.set(instrumentation.name, instrumentation.start(context));
      if (instrumentation !== OWNERSHIP) running.add(instrumentation.name);
    } catch {
      onFault();
    }
  }
  return () => {
    for (const [name, stop] of stops) {
      stops.delete(name);
      running.delete(name);
      try {
        stop();
      } catch {
        onFault();
      }
    }
  };
}

function builtIn(name: string): BuiltIn {
  if (Object.hasOwn(BUILT_IN, name)) return BUILT_IN[name as InstrumentationName];
  const names = Object.keys(BUILT_IN);
  const meant = closestMatch(name, names);
  const hint = meant ? `Did you mean "${meant}"?` : `The names are ${names.join(', ')}.`;
  throw badOption(`Unknown instrumentation "${name}" in option instrumentations. ${hint}`);
}

function own(option: string, item: unknown): Instrumentation {
  const { name, start } = (item ?? {}) as Partial<Instrumentation>;
  if (typeof name !== 'string' || name === '' || typeof start !== 'function') throw invalid(option, item);
  return item as Instrumentation;
}

function invalid(option: string, value: unknown): Error {
  return badOption(
    `Invalid option ${option}: expected 'none', a list of names (${Object.keys(BUILT_IN).join(', ')}) and objects { name, start }, or an object such as { stdio: false }, got ${describeValue(value)}.`,
  );
}
