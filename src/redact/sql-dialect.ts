/** What a dialect of SQL makes of the characters on which dialects disagree. */
export interface SqlDialect {
  /** What `"…"` is. SQLite reads a name that does not exist as a string. */
  readonly doubleQuotes: 'name' | 'string' | 'either';
  /** Whether `\` escapes a quote in a string. */
  readonly backslash: 'plain' | 'escape' | 'unknown';
  /** Whether `#` starts a comment. */
  readonly hashComments: boolean;
}

const STANDARD: SqlDialect = { doubleQuotes: 'name', backslash: 'plain', hashComments: false };
const MYSQL: SqlDialect = { doubleQuotes: 'string', backslash: 'escape', hashComments: true };
const UNKNOWN: SqlDialect = { doubleQuotes: 'either', backslash: 'unknown', hashComments: true };
const DIALECTS: Readonly<Record<string, SqlDialect>> = {
  postgresql: STANDARD,
  cockroachdb: STANDARD,
  mssql: STANDARD,
  'microsoft.sql_server': STANDARD,
  oracle: STANDARD,
  'oracle.db': STANDARD,
  sqlite: { ...UNKNOWN, backslash: 'plain' },
  mysql: MYSQL,
  mariadb: MYSQL,
};

/** `system` is the name of a database as OpenTelemetry writes it. */
export function dialectOf(system: string): SqlDialect {
  return Object.hasOwn(DIALECTS, system) ? (DIALECTS[system] ?? UNKNOWN) : UNKNOWN;
}
