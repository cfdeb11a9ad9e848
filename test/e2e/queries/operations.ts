// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code of apps
/** A promise for what a callback gets, and the type of what the call returns. */
const called = (call: string) =>
  `(seen) => new Promise((resolve) => { const returned = ${call.replace('DONE', '(...args) => resolve(args.map(plain))')}; seen.push(typeof returned, returned?.constructor?.name); })`;
/** Rare operations: one in ten runs this, and the others run the first. */
const rarely = (usual: string, rare: string) =>
  `(seen, n) => n % 100 < 10 ? (${rare})(seen, n) : (${usual})(seen, n)`;

const TYPES = "'SELECT 1 AS a, 2.5 AS b, NULL AS c'";

/** Results, errors, events and cancellations of each library, with the variables of its app. */
export const OPERATIONS = {
  pg: [
    "() => pool.query('SELECT id, name FROM people WHERE id < $1', [3])",
    "() => pool.query({ text: 'SELECT $1::int AS n', values: [7], name: 'n', rowMode: 'array' })",
    called(`pool.query(${TYPES}, DONE)`),
    called("pool.query('SELECT $1::text AS t', ['x'], DONE)"),
    "() => pool.query('SELECT missing')",
    "() => pool.query('SELECT $1::int', ['x'])",
    called("pool.query('SELECT 1/0', DONE)"),
    "() => pool.query('SELECT 1 AS a; SELECT 2 AS b')",
    '() => pool.query(null)',
    'async () => pool.query()',
    "async (seen) => { const client = await pool.connect(); const query = client.query(new pg.Query('SELECT n FROM generate_series(1, 3) n')); for (const name of ['row', 'error', 'end']) query.on(name, (value) => seen.push(name, value)); await once(query, 'end'); seen.push(Object.keys(query)); client.release(); }",
    "async () => { const client = await pool.connect(); try { await client.query('BEGIN'); await client.query(\"INSERT INTO people (name) VALUES ('same'), ('same')\"); } finally { await client.query('ROLLBACK'); client.release(); } }",
    rarely(
      "() => pool.query('SELECT 3 AS three')",
      "async () => { const client = await pool.connect(); const cancel = new pg.Client(OPTIONS); await cancel.connect(); try { let isDone = false; const slow = client.query('SELECT pg_sleep(10)').catch(plain).finally(() => { isDone = true; }); while (!isDone) await cancel.query('SELECT pg_sleep(0.002), pg_cancel_backend($1)', [client.processID]); return await slow; } finally { await cancel.end(); client.release(); } }",
    ),
    rarely(
      "() => pool.query('SELECT 4 AS four')",
      "async () => { const client = new pg.Client({ ...OPTIONS, query_timeout: 2 }); client.on('error', () => {}); await client.connect(); try { return await client.query('SELECT pg_sleep(0.1)'); } finally { await client.end(); } }",
    ),
  ],
  cursor: [
    "async () => { const cursor = client.query(new Cursor('SELECT n FROM generate_series(1, $1) n', [5])); const rows = [await cursor.read(2), await cursor.read(10), await cursor.read(1)]; await cursor.close(); return rows; }",
    called("client.query(new Cursor('SELECT 1 AS one')).read(5, DONE)"),
    "async () => { const cursor = client.query(new Cursor('SELECT n FROM generate_series(1, 100) n')); const rows = await cursor.read(1); await cursor.close(); return rows; }",
    "async () => client.query(new Cursor('SELECT missing')).read(1)",
    "() => client.query('SELECT 1 AS after')",
  ],
  postgres: [
    '(seen, n) => sql`SELECT ${n}::int AS n`',
    "() => sql.unsafe('SELECT 1 AS a; SELECT 2 AS b')",
    '() => sql`SELECT id, name FROM people WHERE id < ${3}`.values()',
    '() => sql`SELECT missing`',
    "() => sql`SELECT ${'x'}::int`",
    'async (seen) => { await sql`SELECT n FROM generate_series(1, 5) n`.cursor(2, (rows) => seen.push(rows)); }',
    'async (seen) => { await sql`SELECT n FROM generate_series(1, 3) n`.forEach((row) => seen.push(row)); }',
    "() => sql.begin(async (inner) => { await inner`SELECT 1`; throw new Error('back'); })",
    '() => sql.begin((inner) => [inner`SELECT 1 AS one`, inner`SELECT 2 AS two`])',
    'async () => (await sql`SELECT 1 AS described`.describe()).columns',
    '() => sql`SELECT 1 AS simple`.simple()',
    rarely(
      '() => sql`SELECT 3 AS three`',
      'async () => { const slow = sql`SELECT pg_sleep(10)`.execute(); setTimeout(() => slow.cancel(), 20); return await slow; }',
    ),
  ],
  mysql2: [
    "() => pool.query('SELECT id, name FROM people WHERE id < ?', [3])",
    "() => pool.execute('SELECT ? AS n', [7])",
    `() => pool.query({ sql: ${TYPES}, rowsAsArray: true })`,
    "() => pool.query('SELECT missing')",
    "() => pool.execute('SELECT missing + ?', [1])",
    "() => pool.query('SELEC 1')",
    "async () => { const connection = await pool.getConnection(); try { await connection.beginTransaction(); await connection.query(\"INSERT INTO people (name) VALUES ('same'), ('same')\"); } finally { await connection.rollback(); connection.release(); } }",
    "async (seen) => { const query = pool.pool.query('SELECT SEQ FROM seq_1_to_3'); for (const name of ['fields', 'result', 'error', 'end']) query.on(name, (value) => seen.push(name, name === 'fields' ? value.length : value)); await once(query, 'end'); }",
    called('pool.pool.query("SELECT 5 AS five", DONE)').replace(
      'args.map(plain)',
      'args.slice(0, 2).map(plain)',
    ),
    rarely("() => pool.query('SELECT 3')", "() => pool.query({ sql: 'SELECT SLEEP(0.1)', timeout: 2 })"),
  ],
  mysql: [
    "() => query('SELECT id, name FROM people WHERE id < ?', [3])",
    called("pool.query('SELECT ? AS n', [7], DONE)"),
    called('pool.query({ sql: "SELECT ? AS n", values: [1], nestTables: true }, DONE)'),
    "() => query('SELECT missing')",
    "() => query('SELEC ?', [1])",
    called("pool.query(\"INSERT INTO people (name) VALUES ('same'), ('same')\", DONE)"),
    "async (seen) => { const stream = pool.query('SELECT SEQ FROM seq_1_to_3'); seen.push(stream.sql); for (const name of ['fields', 'result', 'error', 'end']) stream.on(name, (value) => seen.push(name, value)); await once(stream, 'end'); }",
    "() => pool.query('SELECT 1', [], 'not a function')",
    rarely("() => query('SELECT 3')", "() => query({ sql: 'SELECT SLEEP(0.1)', timeout: 2 })"),
  ],
  sqlite: [
    "() => db.prepare('SELECT id, name FROM people WHERE id < ?').all(3)",
    "(seen, n) => db.prepare('INSERT INTO people (name) VALUES (?)').run('name ' + n)",
    "() => db.prepare('SELECT count(*) AS n FROM people').get()",
    "() => [...db.prepare('SELECT 1 AS one UNION SELECT 2').iterate()]",
    "() => { for (const row of db.prepare('SELECT 1 AS one UNION SELECT 2').iterate()) return row; }",
    "() => db.prepare('SELECT missing').all()",
    "() => db.prepare('INSERT INTO people (id, name) VALUES (1, ?)').run('twice')",
    "() => db.prepare('SELECT ?').get({})",
    "() => db.exec('DELETE FROM people WHERE id < 0; SELECT 1')",
    "() => db.exec('SELEC 1')",
    "() => { db.exec('BEGIN'); try { db.exec('INSERT INTO missing VALUES (1)'); } finally { db.exec('ROLLBACK'); } }",
    "() => Object.keys(db.prepare('SELECT 1'))",
  ],
  ioredis: [
    "(seen, n) => client.set('key', 'value ' + n)",
    "() => client.get('key')",
    called("client.get('key', DONE)"),
    "() => client.incr('key')",
    "() => client.call('NOPE', 'x')",
    "() => client.hset('hash', { a: 1, b: 2 })",
    "() => client.hgetall('hash')",
    "() => client.pipeline().get('key').incr('key').get('hash').exec()",
    "() => client.multi().set('other', 1).incr('other').exec()",
    "() => client.getBuffer('key')",
    '() => client.eval(\'return redis.error_reply("bad")\', 0)',
    'async () => client.set()',
  ],
  redis: [
    "(seen, n) => client.set('key', 'value ' + n)",
    "() => client.get('key')",
    "() => client.incr('key')",
    "() => client.sendCommand(['NOPE', 'x'])",
    "() => client.hSet('hash', { a: 1, b: 2 })",
    "() => client.hGetAll('hash')",
    "() => client.multi().get('key').incr('counter').exec()",
    "() => client.multi().get('key').incr('key').exec()",
    "() => client.multi().get('key').get('key').execAsPipeline()",
    '() => client.eval(\'return redis.error_reply("bad")\')',
    "async () => client.set('key')",
  ],
};
