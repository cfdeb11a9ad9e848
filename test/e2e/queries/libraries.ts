import { OPERATIONS } from './operations.ts';
import type { ServerName } from './servers.ts';

/** A library of the table, and an app that uses it. */
export interface Library {
  readonly name: string;
  /** Versions on the npm registry; none for a module of Node. The newest is a development dependency too, if `isInstalled`. */
  readonly versions: readonly string[];
  readonly isInstalled?: boolean;
  /** The driver that the app needs, with its version. */
  readonly driver?: string;
  /** Other packages that it needs. */
  readonly packages?: readonly string[];
  /** Runs in the folder after the packages are installed there. */
  readonly prepare?: (folder: string) => Promise<unknown>;
  /** What the app loads: the module of each variable. */
  readonly modules: Readonly<Record<string, string>>;
  /** Without a server, durations are compared with the clock of the app. */
  readonly server?: ServerName;
  /** Code that creates the client, with the options of the server in OPTIONS. */
  readonly setup: string;
  readonly calls: readonly Call[];
  /** Functions whose outcomes are compared with and without Gatebook. They get a list to add to, and their number. */
  readonly operations?: readonly string[];
  /** Versions that are seen in a bundle: through a channel, or because they can't be bundled. Patches need a file of their own. */
  readonly seenInBundle?: readonly string[];
  /** What is known to be missing. */
  readonly limits?: readonly string[];
}

/** A line of the app. SECRET is the value that must not be found, WORD is different in each run. */
export interface Call {
  readonly code: string;
  /** The fingerprints of its queries. */
  readonly spans: readonly string[];
  /** Runs several times, and its duration is compared. */
  readonly timed?: boolean;
}

interface SqlForm {
  /** Code that runs a statement with values. */
  readonly run: (sql: string, values: string) => string;
  readonly sleep: string;
  /** @default '?' */
  readonly placeholder?: string;
}

/** The same calls for all libraries that run SQL. The third fails, and MariaDB repeats the value in its error. */
function sqlCalls({ run, sleep, placeholder = '?' }: SqlForm): Call[] {
  const insert = `INSERT INTO people (name) VALUES (${placeholder}) RETURNING id`;
  const timed = `SELECT ${sleep} AS WORD`;
  return [
    {
      code: `await ${run(`"SELECT id FROM people WHERE name = '" + SECRET + "' AND id < 42"`, '')};`,
      spans: ['SELECT id FROM people WHERE name = ? AND id < ?'],
    },
    { code: `await ${run(`'${insert}'`, '[SECRET]')};`, spans: [insert] },
    { code: `try { await ${run(`"${insert}"`, '[SECRET]')} } catch {}`, spans: [insert] },
    { code: `await ${run(`"${timed}"`, '')};`, spans: [timed.replace(/\b[\d.]+/g, '?')], timed: true },
  ];
}

const PG_TABLE = 'DROP TABLE IF EXISTS people; CREATE TABLE people (id serial PRIMARY KEY, name text UNIQUE)';
const PG_SLEEP = 'pg_sleep(0.02)';
const MYSQL_TABLE = [
  'DROP TABLE IF EXISTS people',
  'CREATE TABLE people (id int AUTO_INCREMENT PRIMARY KEY, name varchar(99) UNIQUE)',
];
const MYSQL_SLEEP = 'SLEEP(0.02)';
const SQLITE_TABLE = 'CREATE TABLE people (id integer PRIMARY KEY, name text UNIQUE)';
const SQLITE_SLEEP =
  '(WITH RECURSIVE c(x) AS (VALUES(0) UNION ALL SELECT x+1 FROM c WHERE x<200000) SELECT max(x) FROM c)';
/** Busy for 10 ms. The log of Redis shows the start of the script. */
const REDIS_SLEEP = `'--[[ WORD ]] local function now() local t = redis.call("TIME") return t[1] * 1000000 + t[2] end local start = now() while now() - start < 10000 do end return 1'`;

const REDIS_CALLS: readonly Call[] = [
  { code: "await client.set('user:' + SECRET, SECRET);", spans: ['SET user:?'] },
  { code: "await client.get('user:' + SECRET);", spans: ['GET user:?'] },
];

export const LIBRARIES: readonly Library[] = [
  {
    name: 'pg',
    versions: ['8.0.3', '8'],
    isInstalled: true,
    modules: { pg: 'pg' },
    server: 'postgres',
    setup: `const pool = new pg.Pool({ ...OPTIONS, max: 1 }); await pool.query('${PG_TABLE}');`,
    operations: OPERATIONS.pg,
    calls: [
      ...sqlCalls({
        run: (sql, values) => `pool.query(${sql}, ${values || '[]'})`,
        sleep: PG_SLEEP,
        placeholder: '$1',
      }),
      {
        code: "const client = await pool.connect(); await client.query({ text: 'SELECT $1::text AS named', values: [SECRET], name: 'p' }); client.release();",
        spans: ['SELECT $1::text AS named'],
      },
      {
        code: "await new Promise((resolve) => pool.query('SELECT $1::text AS called', [SECRET], resolve));",
        spans: ['SELECT $1::text AS called'],
      },
    ],
  },
  {
    name: 'pg-cursor',
    versions: ['2'],
    isInstalled: true,
    driver: 'pg@8',
    modules: { pg: 'pg', Cursor: 'pg-cursor' },
    server: 'postgres',
    setup: `const pool = new pg.Pool({ ...OPTIONS, max: 1 }); const client = await pool.connect();`,
    operations: OPERATIONS.cursor,
    calls: [
      {
        code: `const cursor = client.query(new Cursor("SELECT ${PG_SLEEP}, $1::text AS WORD", [SECRET])); await cursor.read(10); await cursor.close();`,
        spans: ['SELECT pg_sleep(?), $1::text AS WORD'],
        timed: true,
      },
    ],
  },
  {
    name: 'postgres',
    versions: ['3.0.6', '3'],
    isInstalled: true,
    modules: { postgres: 'postgres' },
    server: 'postgres',
    setup: `const sql = postgres({ ...OPTIONS, max: 1, onnotice() {} }); await sql.unsafe('${PG_TABLE}');`,
    operations: OPERATIONS.postgres,
    calls: [
      ...sqlCalls({
        run: (text, values) => `sql.unsafe(${text}, ${values || '[]'})`,
        sleep: PG_SLEEP,
        placeholder: '$1',
      }),
      {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the app has the template.
        code: 'await sql`SELECT id FROM people WHERE name = ${SECRET}`;',
        spans: ['SELECT id FROM people WHERE name = $1'],
      },
    ],
  },
  {
    name: 'mysql2',
    versions: ['2.3.3', '3'],
    isInstalled: true,
    seenInBundle: ['3'],
    modules: { mysql: 'mysql2/promise' },
    server: 'mariadb',
    setup: `const pool = mysql.createPool({ ...OPTIONS, connectionLimit: 1 }); ${MYSQL_TABLE.map((sql) => `await pool.query('${sql}');`).join(' ')}`,
    operations: OPERATIONS.mysql2,
    calls: [
      ...sqlCalls({ run: (sql, values) => `pool.query(${sql}, ${values || '[]'})`, sleep: MYSQL_SLEEP }),
      {
        code: "await pool.execute('SELECT id FROM people WHERE name = ?', [SECRET]);",
        spans: ['SELECT id FROM people WHERE name = ?'],
      },
    ],
  },
  {
    name: 'mysql',
    versions: ['2'],
    isInstalled: true,
    modules: { mysql: 'mysql', util: 'node:util' },
    server: 'mariadb',
    setup: `const pool = mysql.createPool({ ...OPTIONS, connectionLimit: 1 }); const query = util.promisify(pool.query).bind(pool); ${MYSQL_TABLE.map((sql) => `await query('${sql}');`).join(' ')}`,
    operations: OPERATIONS.mysql,
    calls: sqlCalls({ run: (sql, values) => `query(${sql}, ${values || '[]'})`, sleep: MYSQL_SLEEP }),
  },
  {
    name: 'better-sqlite3',
    versions: ['13'],
    isInstalled: true,
    seenInBundle: ['13'],
    modules: { Database: 'better-sqlite3' },
    setup: `const db = new Database(':memory:'); db.exec('${SQLITE_TABLE}');`,
    operations: OPERATIONS.sqlite,
    calls: sqlCalls({ run: (sql, values) => `db.prepare(${sql}).all(${values})`, sleep: SQLITE_SLEEP }),
  },
  {
    name: 'node:sqlite',
    versions: [],
    isInstalled: true,
    seenInBundle: [''],
    modules: { sqlite: 'node:sqlite' },
    setup: `const db = new sqlite.DatabaseSync(':memory:'); db.exec('${SQLITE_TABLE}');`,
    operations: OPERATIONS.sqlite,
    calls: sqlCalls({
      run: (sql, values) => `db.prepare(${sql}).all(${values && '...[SECRET]'})`,
      sleep: SQLITE_SLEEP,
    }),
  },
  {
    name: 'ioredis',
    versions: ['4', '5', '6'],
    isInstalled: true,
    seenInBundle: ['5', '6'],
    modules: { lib: 'ioredis' },
    server: 'redis',
    setup: 'const client = new (lib.Redis ?? lib.default ?? lib)(OPTIONS); await client.flushall();',
    operations: OPERATIONS.ioredis,
    calls: [
      ...REDIS_CALLS,
      { code: `await client.eval(${REDIS_SLEEP}, 0);`, spans: ['EVAL ?'], timed: true },
      {
        code: "await client.pipeline().get('user:' + SECRET).del('user:' + SECRET).exec();",
        spans: ['GET user:?', 'DEL user:?'],
      },
    ],
  },
  {
    name: 'redis',
    versions: ['4', '5', '6'],
    isInstalled: true,
    seenInBundle: ['5', '6'],
    modules: { redis: 'redis' },
    server: 'redis',
    setup:
      'const client = redis.createClient({ socket: OPTIONS }); await client.connect(); await client.flushAll();',
    operations: OPERATIONS.redis,
    calls: [
      ...REDIS_CALLS,
      { code: `await client.eval(${REDIS_SLEEP});`, spans: ['EVAL ?'], timed: true },
      {
        code: "await client.multi().get('user:' + SECRET).del('user:' + SECRET).execAsPipeline();",
        spans: ['GET user:?', 'DEL user:?'],
      },
    ],
  },
];
