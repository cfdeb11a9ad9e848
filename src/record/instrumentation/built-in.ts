import { badOption, describeValue } from '../../errors.ts';
import { closestMatch } from '../../format/closest-match.ts';
import { startOwnership } from '../ownership/ownership.ts';
import { adonisInstrumentation } from './adonis.ts';
import { betterSqlite3Instrumentation } from './better-sqlite3.ts';
import { bullmqInstrumentation } from './bullmq.ts';
import { consoleInstrumentation } from './console.ts';
import type { BuiltInContext } from './context.ts';
import { fetchInstrumentation } from './fetch.ts';
import { graphqlInstrumentation } from './graphql.ts';
import { httpInstrumentation } from './http.ts';
import type { Instrumentation } from './instrumentation.ts';
import { ioredisInstrumentation } from './ioredis.ts';
import { memcachedInstrumentation } from './memcached.ts';
import { mongodbInstrumentation } from './mongodb.ts';
import { mysqlInstrumentation } from './mysql.ts';
import { mysql2Instrumentation } from './mysql2.ts';
import { nodeCronInstrumentation } from './node-cron.ts';
import { nodemailerInstrumentation } from './nodemailer.ts';
import { otelInstrumentation } from './otel.ts';
import { pgInstrumentation } from './pg.ts';
import { phasesInstrumentation } from './phases.ts';
import { pinoInstrumentation } from './pino.ts';
import { postgresInstrumentation } from './postgres.ts';
import { prismaInstrumentation } from './prisma.ts';
import { queriesInstrumentation } from './queries.ts';
import { redisInstrumentation } from './redis.ts';
import { sqliteInstrumentation } from './sqlite.ts';
import { stdioInstrumentation } from './stdio.ts';
import { tediousInstrumentation } from './tedious.ts';
import { trpcInstrumentation } from './trpc.ts';

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
  queries: queriesInstrumentation,
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

interface BuiltIn {
  readonly name: string;
  start(context: BuiltInContext): () => void;
}

/** The name of a built-in instrumentation. */
export type InstrumentationName = keyof typeof BUILT_IN;

/**
 * Which instrumentations a book runs. Your own ones run besides the built-in ones. If the list names built-in ones, only
 * those run. `'none'` also turns off what the app adds itself with `measure`, `note` and the like.
 */
export type InstrumentationChoice = 'none' | readonly (InstrumentationName | Instrumentation)[];

/** Throws a `bad-option` error for a name that does not exist, a name used twice, or a malformed object. */
export function resolveInstrumentations(choice: InstrumentationChoice = []): readonly BuiltIn[] | null {
  if (choice === 'none') return null;
  if (!Array.isArray(choice)) throw invalid('instrumentations', choice);
  const items = (choice as readonly unknown[]).map(resolveItem);
  const chosen = choice.some((item) => typeof item === 'string')
    ? items
    : [...Object.values<BuiltIn>(BUILT_IN), ...items];
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

/** Starts instrumentations and adds their names to `running`. Returns a function that stops them. */
export function startInstrumentations(
  instrumentations: readonly BuiltIn[],
  context: BuiltInContext,
  running: Set<string>,
  onFault: () => void,
): () => void {
  const stops = new Map<string, () => void>();
  const started = instrumentations.length > 0 ? [OWNERSHIP, ...instrumentations] : [];
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

function resolveItem(item: unknown, index: number): BuiltIn {
  if (typeof item === 'string') {
    if (Object.hasOwn(BUILT_IN, item)) return BUILT_IN[item as InstrumentationName];
    const names = Object.keys(BUILT_IN);
    const meant = closestMatch(item, names);
    const hint = meant ? `Did you mean "${meant}"?` : `The names are ${names.join(', ')}.`;
    throw badOption(`Unknown instrumentation "${item}" in option instrumentations. ${hint}`);
  }
  const { name, start } = (item ?? {}) as Partial<Instrumentation>;
  if (typeof name !== 'string' || name === '' || typeof start !== 'function')
    throw invalid(`instrumentations[${index}]`, item);
  return item as Instrumentation;
}

function invalid(option: string, value: unknown): Error {
  return badOption(
    `Invalid option ${option}: expected 'none' or a list of names (${Object.keys(BUILT_IN).join(', ')}) and objects { name, start }, got ${describeValue(value)}.`,
  );
}
