import { password, type Secret, secretName } from './secrets-kinds.ts';
import { createRandom, type Random } from './secrets-random.ts';

/** A statement with a secret in a literal, and the error that its database may answer. */
export interface PlantedStatement {
  readonly system: string;
  readonly sql: string;
  readonly error: string;
  readonly canaries: readonly string[];
}

/** Generates statements in which apps write values themselves; the same seed gives the same ones. */
export function* plantedStatements(count: number, seed = 1): Generator<PlantedStatement> {
  const random = createRandom(seed);
  for (let n = 0; n < count; n++) yield plant(random);
}

function plant(random: Random): PlantedStatement {
  const secret = random.below(4) === 0 ? number(random) : password(random);
  const dialect = random.pick(Object.keys(LITERALS));
  // Without the name of the database, all readings must be safe.
  const system = random.pick([dialect, dialect, 'other_sql', '']);
  const literal = () => random.pick(LITERALS[dialect] ?? [])(secret.text, random);
  const sql = random.pick(STATEMENTS)(literal, name(random, dialect), random);
  const hex = secret.canaries.map((canary) => Buffer.from(canary).toString('hex'));
  return { system, sql, error: errorOf(random, secret), canaries: [...secret.canaries, ...hex] };
}

function number(random: Random): Secret {
  const digits = `${1 + random.below(9)}${random.digits(11)}`;
  return { text: digits, canaries: [digits] };
}

type Literal = (value: string, random: Random) => string;
const doubled = (value: string, quote: string) => value.replaceAll(quote, quote + quote);
const escaped = (value: string, quote: string) =>
  value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
const hex = (value: string) => Buffer.from(value).toString('hex');
/** A value that is a number in the statement too. */
const bare = (value: string, or: string) => (/^\d+$/.test(value) ? value : or);

const standard: Literal = (value) => `'${doubled(value, "'")}'`;
const SHARED: readonly Literal[] = [
  standard,
  standard,
  (value) => bare(value, standard(value, createRandom(1))),
  (value) => bare(value, `x'${hex(value)}'`).replace(/^(\d+)$/, '-$1.$1e5'),
  (value) => `x'${hex(value)}'`,
  (value) => `/* ${value.replaceAll('*/', '').replaceAll('/*', '')} */ 1`,
  (value) => `1 -- ${value}\n`,
];
const DOLLARS: readonly Literal[] = [
  (value) => `$$${value.replaceAll('$', '')}$$`,
  (value) => `$q1$${value}$$ ${value}$q1$`,
  (value) => `E'\\'${escaped(value, "'")}\\\\'`,
  (value) => `E'it\\'s'\n'${escaped(value, "'")}\\' ${escaped(value, "'")}'`,
  (value) => `U&'\\0041${doubled(value, "'")}'`,
  (value) => `'{"a": "${doubled(value, "'")}"}'::jsonb #>> '{${doubled(value, "'")}}'`,
  (value) => `a->>'${doubled(value, "'")}'`,
  (value) => `B'0101' || '${doubled(value, "'")}'`,
  (value) => `/* a /* b */ ${value.replaceAll('*/', '').replaceAll('/*', '')} */ 1`,
];
const BACKSLASHES: readonly Literal[] = [
  (value) => `'${escaped(value, "'")}'`,
  (value) => `"${escaped(value, '"')}"`,
  (value) => `'it\\'s ${escaped(value, "'")}\\\\'`,
  (value) => `_utf8mb4'${escaped(value, "'")}'`,
  (value) => `N'${escaped(value, "'")}'`,
  (value) => `0x${hex(value)}`,
  (value) => `1 # ${value}\n`,
  (value) => `1--'\n${escaped(value, "'")}'`,
  (value) => `/*!50100 '*/ ${escaped(value, "'")}' */`,
  (value) => `/* a /* */ ' */ ${escaped(value, "'")}'`,
  (value) => `JSON_EXTRACT(a, '$.b."${escaped(value, "'")}"')`,
];
const LITERALS: Readonly<Record<string, readonly Literal[]>> = {
  postgresql: [...SHARED, ...DOLLARS],
  mysql: [...SHARED.slice(2), ...BACKSLASHES],
  mariadb: [...SHARED.slice(2), ...BACKSLASHES],
  sqlite: [
    ...SHARED,
    (value) => `"${doubled(value, '"')}"`,
    (value) => `/* a /* */ ' */ ${doubled(value, "'")}'`,
  ],
  mssql: [...SHARED, (value) => `N'${doubled(value, "'")}'`, (value) => `0x${hex(value)}`],
  oracle: [
    ...SHARED,
    (value) => `q'[${value.replaceAll("'", '')}]'`,
    (value) => `/* a /* */ ' */ ${doubled(value, "'")}'`,
  ],
};

/** The name of a column as the dialect quotes it, also with quotes inside. */
function name(random: Random, system: string): string {
  const plain = secretName(random)
    .replaceAll(/\W/g, '_')
    .replace(/^(?=\d)/, '_');
  if (system.startsWith('my') || system === 'mariadb')
    return random.pick([plain, `\`${plain}\``, `t.\`it's ${plain}\``]);
  if (system === 'mssql') return random.pick([plain, `[${plain}]`, `[it's ${plain}]`, `"${plain}"`]);
  if (system === 'sqlite') return random.pick([plain, `[it's ${plain}]`, `\`${plain}\``, `t."${plain}"`]);
  return random.pick([plain, `"${plain}"`, `"it's ${plain}"`]);
}

type Statement = (literal: () => string, column: string, random: Random) => string;
const STATEMENTS: readonly Statement[] = [
  (value, column) => `SELECT * FROM t WHERE ${column} = ${value()} AND b = ${value()}`,
  (value, column) => `select ${column},b from t where ${column}=${value()}or b<>${value()}`,
  (value, column) =>
    `INSERT INTO t (${column}, b) VALUES (${value()}, ${value()}), (1,${value()}) RETURNING id`,
  (value, column) =>
    `UPDATE t SET ${column}=${value()}, b = lower(${value()}) WHERE c IN (${value()},${value()}, ?)`,
  (value, column) =>
    `SELECT coalesce(${column},${value()}) AS x FROM t ORDER BY ${column} LIMIT 5 OFFSET ${value()}`,
  (value, column) => `DELETE FROM t WHERE ${value()} = ${column} OR ${column} LIKE ${value()} ESCAPE '!'`,
  (value, column) =>
    `WITH x AS (SELECT ${value()} AS ${column}) SELECT * FROM x WHERE a BETWEEN ${value()} AND ${value()}`,
  (value) => `CALL login(${value()}, $1, :name, @p0); SELECT ${value()}`,
  (value, column) => `SELECT CASE WHEN ${column} > ${value()} THEN ${value()} ELSE ${value()} END FROM t`,
  (value, column, random) => {
    const sql = `INSERT INTO t (${column}) VALUES (${value()})`;
    // As long statements are cut.
    return sql.slice(0, sql.length - random.below(12));
  },
];

/** Databases repeat values in their errors. */
function errorOf(random: Random, { text }: Secret): string {
  return random.pick([
    `error: invalid input syntax for type integer: "${text}"`,
    `error: value "${text}" is out of range for type integer`,
    `Error: Duplicate entry '${text}' for key 'people.name'`,
    `Error: Incorrect integer value: '${text}' for column 'id' at row 1`,
    `Error: You have an error in your SQL syntax; check the manual for the right syntax to use near '${text}' at line 1`,
    `RequestError: Conversion failed when converting the varchar value '${text}' to data type int.`,
    `RequestError: Violation of UNIQUE KEY constraint 'k'. The duplicate key value is (${text}).`,
    `SqliteError: unrecognized token: "'${text}"`,
    `Error: Truncated incorrect DOUBLE value: '${text.repeat(40)}'`.slice(0, 500),
  ]);
}
