import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createRedaction } from './redaction.ts';

const { text: redactText } = createRedaction();
const HEAD =
  'POST /login?token=CANARY HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer CANARY\r\nCookie: a=CANARY; b=CANARY\r\n' +
  'X-Api-Key: two CANARY\r\nContent-Type: text/plain\r\n\r\npassword=CANARY&x=1';
const PART =
  '------x\r\nContent-Disposition: form-data; name="password"\r\n\r\nCANARY\r\nCANARY\r\n------x\r\nContent-Disposition: ' +
  'form-data; name="user"\r\n\r\njo\r\n------x--';

/** As they are printed by the libraries themselves. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  'HTTP messages': [HEAD, PART, `> Cookie: a=CANARY; b=CANARY\n> Host: h`, '< Set-Cookie: a=CANARY; Path=/'],
  'connection strings': [
    'Server=tcp:db,1433;User ID=bob;Password=CANARY;Encrypt=true',
    'Server=db;Uid=bob;Pwd={a;CANARY};',
    'Server=db;Password=two words CANARY;Database=x',
    "host=db password='x CANARY' user=bob",
    'jdbc:sqlserver://h:1433;user=bob;password=CANARY;',
    'jdbc:oracle:thin:bob/CANARY@//h:1521/x',
    'bob:CANARY@tcp(127.0.0.1:3306)/db',
    'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=CANARY==;EndpointSuffix=core',
    'Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=CANARY=',
    'redis://:CANARY@h:6379/0',
    'mongodb+srv://bob:CANARY@c.mongodb.net/x',
    '//registry.example/:_authToken=CANARY',
  ],
  commands: [
    'mysql -u root -pCANARY db',
    "sshpass -p 'CANARY' ssh h",
    'docker login -u bob -p CANARY h',
    'redis-cli -a CANARY PING',
    'curl -u bob:CANARY https://h',
    'curl --user bob:CANARY https://h',
    "curl -H 'X-Token: two CANARY' https://h",
    "[ '--password', 'CANARY' ]",
    'machine h login bob password CANARY',
    'AWS_SECRET_ACCESS_KEY=CANARY npm start',
    'AUTH CANARY1x',
  ],
  'data formats': [
    'a: 1\nsub:\n  password: |\n    CANARY\n    CANARY\n  b: 2',
    'token: >-\n  CANARY\nb: 2',
    'tokens:\n  - CANARY\n  - CANARY\nb: 2',
    'credentials:\n  a: CANARY\n  b:\n    c: CANARY\nz: 2',
    '<a><password>CANARY</password></a>',
    '<wsse:Password Type="x">CANARY</wsse:Password>',
    '| id | token | z |\n|----|-------|---|\n| 1 | CANARY | 2 |',
    ' id | token  | z\n----+--------+---\n  1 | CANARY | 2\n(1 row)',
    '-[ RECORD 1 ]\nid       | 1\npassword | CANARY',
    'id,password,z\n1,CANARY,2\n2,CANARY,3',
    'Array\n(\n    [password] => CANARY\n    [b] => 1\n)',
    '{:password=>"CANARY", "a"=>1}',
    "User(id=1, password='CANARY', z=2)",
    'User { id: 1, token: Some("CANARY") }',
    'mutation { login(user: "jo", password: "CANARY") { id } }',
    "\u001b[33mtoken\u001b[39m: \u001b[32m'two CANARY'\u001b[39m",
  ],
  'errors of databases': [
    'duplicate key value violates unique constraint "x"\nKey (email)=(CANARY) already exists.',
    'Failing row contains (1, CANARY, null).',
    "Duplicate entry 'CANARY' for key 'users.email'",
    'invalid input syntax for type integer: "CANARY"',
    "Incorrect integer value: 'CANARY' for column 'a' at row 1",
    'The duplicate key value is (CANARY).',
    'E11000 duplicate key error collection: db.users index: email_1 dup key: { email: "CANARY" }',
    'Cast to ObjectId failed for value "CANARY" (type string) at path "_id" for model "User"',
    'Path `password` (`CANARY`) is shorter than the minimum allowed length (8).',
    "ReplyError: WRONGPASS, command: { name: 'auth', args: [ 'bob', 'CANARY' ] }",
    "the right syntax to use near 'CANARY' at line 1",
    "DETAIL:  parameters: $1 = 'CANARY', $2 = '7'",
    "knex:bindings [ 'CANARY', 1 ] undefined +0ms",
    'Failed query: insert into "users" ("email") values ($1)\nparams: CANARY,x,CANARY',
    'Query: SELECT 1\nParams: ["CANARY",1]\nDuration: 5ms',
  ],
};
const STATEMENTS = [
  `INSERT INTO "users" ("email", "password") VALUES ('CANARY', 'x CANARY')`,
  "UPDATE users SET hash='CANARY' WHERE email = 'it''s CANARY'",
  'SELECT `id` FROM `users` WHERE `email` = \'CANARY\' AND b = "CANARY"',
  "SELECT\n  *\nFROM\n  users\nWHERE\n  email = 'CANARY'",
  "DELETE FROM t WHERE a IN ('CANARY', 'CANARY')",
  "WITH x AS (SELECT 'CANARY') SELECT * FROM x",
  "EXPLAIN ANALYZE SELECT * FROM t WHERE a='CANARY'",
  "BEGIN; INSERT INTO t VALUES ('CANARY'); COMMIT",
  "ALTER USER 'bob'@'h' IDENTIFIED BY 'CANARY'",
  "select set_config('x', 'CANARY', true)",
  'UPDATE ONLY "a"."t" AS x SET y=$$CANARY$$',
];

describe.each(Object.entries(LINES))('%s', (_, lines) => {
  test.each(lines)('redacts %j as a line, in an object and in JSON', (line) => {
    const forms = [
      line,
      `failed: ${line}`,
      inspect({ m: line }),
      JSON.stringify({ m: line }),
      inspect([line, 'x']),
    ];
    for (const text of line.includes('\n') || line.startsWith('[') ? forms.slice(0, 1) : forms)
      expect({ text, redacted: redactText(text) }).toEqual({
        text,
        redacted: expect.not.stringContaining('CANARY'),
      });
  });
});

describe('a statement', () => {
  test.each(STATEMENTS)('is reduced to its fingerprint: %s', (sql) => {
    for (const text of [
      sql,
      `${sql} - duplicate key value violates unique constraint "x"`,
      `Executing (default): ${sql};`,
      `query: ${sql} -- PARAMETERS: ["CANARY"]`,
      `prisma:query ${sql}`,
      `Error: ${sql} - failed\n    at Query.run (/app/db.js:1:2)`,
      inspect(Object.assign(new Error(sql), { sql, bindings: ['CANARY'] })),
      inspect({ sql, bindings: ['CANARY', 1] }, { compact: false, breakLength: 20 }),
      JSON.stringify({ sql, parameters: ['CANARY'] }),
      JSON.stringify({ m: JSON.stringify({ sql, values: ['CANARY'] }) }),
      `query="${sql.replaceAll('"', '\\"')}" ms=5`,
    ])
      expect({ text, redacted: redactText(text) }).toEqual({
        text,
        redacted: expect.not.stringContaining('CANARY'),
      });
  });

  test('is read from the original text, in which no string has lost its end', () => {
    const sql =
      'update users set a = $t1$pwCANARY=CANARY$t1$ where b = $t1$pwCANARY:CANARY$t1$ and c in (1, $t1$pw2=CANARY$t1$)';
    expect(redactText(`Executing (default): ${sql}`)).not.toContain('CANARY');
    expect(createRedaction({ strict: true }).text(sql)).not.toContain('CANARY');
  });

  test('keeps its names and what surrounds it', () => {
    expect(redactText("query: SELECT a FROM t WHERE b = 'CANARY' AND c = 7")).toBe(
      'query: SELECT a FROM t WHERE b = ? AND c = ?',
    );
    expect(redactText(`{"sql":"INSERT INTO \\"t\\" (\\"a\\") VALUES ('CANARY')","ms":5}`)).toBe(
      '{"sql":"INSERT INTO \\"t\\" (\\"a\\") VALUES (?)","ms":5}',
    );
    expect(redactText("Error: select a from t where b = 'CANARY'\n    at run (/app/db.js:1:2)")).toBe(
      'Error: select a from t where b = ?\n    at run (/app/db.js:1:2)',
    );
  });
});

test('redacts the messages of HTTP in JSON and in inspected objects', () => {
  for (const message of [HEAD, PART])
    for (const text of [
      inspect({ _header: message }),
      JSON.stringify({ message }),
      JSON.stringify(JSON.stringify({ message })),
    ])
      expect({ text, redacted: redactText(text) }).toEqual({
        text,
        redacted: expect.not.stringContaining('CANARY'),
      });
  expect(redactText(PART)).toContain('name="user"\r\n\r\njo\r\n');
});

test('redacts the tables of console.table', () => {
  let printed = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      printed += String(chunk);
      done();
    },
  });
  const rows = [
    { id: 1, token: 'CANARY', z: 'kept' },
    { id: 2, token: new Error('CANARY'), z: 3 },
  ];
  new Console({ stdout }).table(rows);
  new Console({ stdout }).table({ password: 'CANARY', user: 'jo' });
  expect(redactText(printed)).not.toContain('CANARY');
  expect(redactText(printed)).toContain("'kept'");
});

test.each([
  'Please select one of the 3 items from the list, and update your profile',
  'listening on port 3000, pid 17',
  "Error: Can't find 'x' in the table",
  '[auth]: connected to db',
  'GET /items?page=2 200 12.5 ms - 512',
  "{ params: { id: '7' }, query: {}, route: '/items/:id' }",
  '│ a │ b │\n├───┼───┤\n│ 1 │ 2 │',
  'a,b\n1,2',
  'docker run -p 8080:80 -u 1000 app',
  '<h1>Not found</h1>',
  'steps:\n  - one\n  - two',
])('keeps ordinary lines: %j', (line) => {
  expect(redactText(line)).toBe(line);
});
