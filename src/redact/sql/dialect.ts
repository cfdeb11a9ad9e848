/** The characters that dialects of SQL read differently. */
export interface SqlDialect {
  /** What `"…"` is. SQLite reads a name that does not exist as a string. */
  readonly doubleQuotes: 'name' | 'string' | 'either';
  /** Whether `\` escapes a quote in a string. */
  readonly backslash: 'plain' | 'escape' | 'unknown';
  /** Whether `#` starts a comment. */
  readonly hashComments: boolean;
  /** Whether `--` starts a comment if no space follows. */
  readonly dashComments: Answer;
  /** Whether a comment may contain another one. */
  readonly nestedComments: Answer;
  /** Whether `/*!` starts a comment that is run. */
  readonly versionedComments: Answer;
  /** Whether `[…]` is a name. */
  readonly bracketNames: Answer;
}

type Answer = 'yes' | 'no' | 'unknown';

const STANDARD: SqlDialect = {
  doubleQuotes: 'name',
  backslash: 'plain',
  hashComments: false,
  dashComments: 'yes',
  nestedComments: 'yes',
  versionedComments: 'no',
  bracketNames: 'no',
};
const MSSQL: SqlDialect = { ...STANDARD, bracketNames: 'yes' };
const ORACLE: SqlDialect = { ...STANDARD, nestedComments: 'no' };
const MYSQL: SqlDialect = {
  doubleQuotes: 'string',
  backslash: 'escape',
  hashComments: true,
  dashComments: 'no',
  nestedComments: 'no',
  versionedComments: 'yes',
  bracketNames: 'no',
};
const SQLITE: SqlDialect = {
  ...MSSQL,
  doubleQuotes: 'either',
  hashComments: true,
  nestedComments: 'no',
};
const UNKNOWN: SqlDialect = {
  doubleQuotes: 'either',
  backslash: 'unknown',
  hashComments: true,
  dashComments: 'unknown',
  nestedComments: 'unknown',
  versionedComments: 'unknown',
  bracketNames: 'unknown',
};
const DIALECTS: Readonly<Record<string, SqlDialect>> = {
  postgresql: STANDARD,
  cockroachdb: STANDARD,
  mssql: MSSQL,
  'microsoft.sql_server': MSSQL,
  oracle: ORACLE,
  'oracle.db': ORACLE,
  sqlite: SQLITE,
  mysql: MYSQL,
  mariadb: MYSQL,
};

/** `system` is the name of a database as OpenTelemetry writes it. */
export function dialectOf(system: string): SqlDialect {
  return Object.hasOwn(DIALECTS, system) ? (DIALECTS[system] ?? UNKNOWN) : UNKNOWN;
}
