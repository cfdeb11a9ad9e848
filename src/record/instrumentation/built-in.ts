import { ServerResponse } from 'node:http';
import { badOption, describeValue } from '../../errors.ts';
import { closestMatch } from '../../format/closest-match.ts';
import { startOwnership } from '../ownership/ownership.ts';
import { observeAdonis } from './adonis.ts';
import { observeIoredis } from './cache/ioredis.ts';
import { observeMemcached } from './cache/memcached.ts';
import { observeRedis } from './cache/redis.ts';
import type { BuiltInContext } from './context.ts';
import { observeGraphql } from './graphql/graphql.ts';
import { observeTrpc } from './graphql/trpc.ts';
import type { Instrumentation } from './instrumentation.ts';
import { observeBullmq } from './jobs/bullmq.ts';
import { observeNodeCron } from './jobs/node-cron.ts';
import { observeConsole, observePino } from './logs/loggers.ts';
import { observeStdio } from './logs/stdio.ts';
import { observeNodemailer } from './nodemailer.ts';
import { observeFetch, observeHttp } from './outgoing-requests.ts';
import { watchMethod } from './patching/wrap-method.ts';
import { observeBetterSqlite3 } from './sql/better-sqlite3.ts';
import { observeMongodb } from './sql/mongodb.ts';
import { observeMysql, observeMysql2 } from './sql/mysql.ts';
import { observePg } from './sql/pg.ts';
import { observePostgres } from './sql/postgres.ts';
import { observePrisma } from './sql/prisma.ts';
import { observeSqlite } from './sql/sqlite.ts';
import { observeTedious } from './sql/tedious.ts';

const BUILT_IN = {
  phases: observePhases,
  // CPU time and event-loop delay.
  load: ({ load }) => load.start(),
  console: observeConsole,
  pino: observePino,
  stdio: observeStdio,
  http: observeHttp,
  fetch: observeFetch,
  pg: observePg,
  postgres: observePostgres,
  mysql2: observeMysql2,
  mysql: observeMysql,
  ioredis: observeIoredis,
  memcached: observeMemcached,
  mongodb: observeMongodb,
  redis: observeRedis,
  tedious: observeTedious,
  sqlite: observeSqlite,
  'better-sqlite3': observeBetterSqlite3,
  graphql: observeGraphql,
  trpc: observeTrpc,
  adonis: observeAdonis,
  bullmq: observeBullmq,
  'node-cron': observeNodeCron,
  nodemailer: observeNodemailer,
  prisma: observePrisma,
  // Spans reach it through a `GatebookSpanProcessor`, so there is nothing to start.
  otel: () => () => {},
} as const satisfies Readonly<Record<string, BuiltIn['start']>>;

/** Notes when response headers are written. Every way to send them goes through `writeHead`. */
function observePhases(context: BuiltInContext): () => void {
  return watchMethod(ServerResponse.prototype, 'writeHead', (self) => {
    context.trailOf(self as ServerResponse)?.headersSent();
  });
}

export interface BuiltIn {
  readonly name: string;
  start(context: BuiltInContext): () => void;
}

/** The name of a built-in instrumentation. */
export type InstrumentationName = keyof typeof BUILT_IN;

const BY_NAME: ReadonlyMap<string, BuiltIn> = new Map(
  Object.entries(BUILT_IN).map(([name, start]) => [name, { name, start }]),
);

/** Runs with all others. It has no name, because it can't be chosen. */
const OWNERSHIP: BuiltIn = { name: '', start: startOwnership };

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
  return choice.some((item) => typeof item === 'string') ? items : [...BY_NAME.values(), ...items];
}

function switched(choice: unknown): readonly BuiltIn[] {
  if (typeof choice !== 'object' || choice === null) throw invalid('instrumentations', choice);
  const running = new Set<BuiltIn>(BY_NAME.values());
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
  const known = BY_NAME.get(name);
  if (known) return known;
  const names = [...BY_NAME.keys()];
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
    `Invalid option ${option}: expected 'none', a list of names (${[...BY_NAME.keys()].join(', ')}) and objects { name, start }, or an object such as { stdio: false }, got ${describeValue(value)}.`,
  );
}
