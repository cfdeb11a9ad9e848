import knex from 'knex';
import { DataTypes, Sequelize } from 'sequelize';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../support/frameworks/frameworks.ts';
import { requestDetail, serve } from '../../support/recorded-server.ts';
import { type MariadbServer, startMariadb } from '../../support/servers/mariadb.ts';

const SECRET = 'CANARY-77ab';
let database: MariadbServer;
let running: RunningServer;
beforeAll(async () => {
  database = await startMariadb();
});
afterEach(() => running.close());
afterAll(() => database.stop());

async function spansOf(run: () => unknown) {
  running = await serve(run);
  const detail = await requestDetail(running);
  expect(JSON.stringify(detail)).not.toContain(SECRET);
  return (detail.spans ?? []).map(({ name, rows, transaction, calledFrom = '' }) => ({
    name,
    rows,
    transaction,
    file: calledFrom.replace(/:.*/, ''),
  }));
}
const file = 'test/recording/queries/mysql-orms.test.ts';

test('Knex has one span per query, called from the app', async () => {
  const db = knex({ client: 'mysql2', connection: { ...database.options } });
  await db.schema.createTable('books', (table) => {
    table.increments();
    table.text('title');
  });
  const spans = await spansOf(async () => {
    await db('books').insert({ title: SECRET });
    await db('books').where('title', SECRET).select('id');
    await db.transaction((trx) => trx('books').update({ title: 'other' }));
  });
  await db.destroy();
  expect(spans.map(({ name, rows, transaction }) => [name, rows, transaction])).toEqual([
    ['insert into `books` (`title`) values (?)', 1, undefined],
    ['select `id` from `books` where `title` = ?', 1, undefined],
    ['BEGIN;', 0, 1],
    ['update `books` set `title` = ?', 1, 1],
    ['COMMIT;', 0, 1],
  ]);
  expect(spans.slice(0, 3).map((span) => span.file)).toEqual([file, file, file]);
});

// Node 22 loses the caller of `create` on the way through Sequelize.
const canFollowSequelize = Number(process.versions.node.split('.')[0]) >= 26;

test('Sequelize has one span per query, called from the app', async () => {
  const { database: name, user, password, ...server } = database.options;
  const db = new Sequelize(name, user, password, { ...server, dialect: 'mysql', logging: false });
  const Writer = db.define('writer', { name: DataTypes.STRING }, { timestamps: false });
  await db.sync();
  const spans = await spansOf(async () => {
    await Writer.create({ name: SECRET });
    await Writer.findAll({ where: { name: SECRET } });
  });
  await db.close();
  expect(spans).toEqual([
    {
      name: 'INSERT INTO `writers` (`id`,`name`) VALUES (DEFAULT,?);',
      rows: 1,
      transaction: undefined,
      file: canFollowSequelize ? file : expect.any(String),
    },
    expect.objectContaining({
      name: expect.stringMatching(/^SELECT `id`, `name` FROM `writers`/),
      rows: 1,
      file,
    }),
  ]);
});
