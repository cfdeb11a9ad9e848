import type { Call, Library } from './libraries.ts';

/** What the app of each ORM does. */
interface OrmApp {
  readonly insert: Call;
  readonly join: Call;
  /** A transaction that is rolled back. */
  readonly rollback: Call;
  /** A query for each of three authors. */
  readonly loop: Call;
  readonly timed: Call;
}

/** The calls of an app. A loop runs its query three times. */
export function ormCalls({ insert, join, rollback, loop, timed }: OrmApp): readonly Call[] {
  const [query = ''] = loop.spans;
  return [insert, join, rollback, { ...loop, spans: [query, query, query] }, { ...timed, timed: true }];
}

const PG_TABLES = `await pool.query('DROP TABLE IF EXISTS books, authors; CREATE TABLE authors (id serial PRIMARY KEY, name text); CREATE TABLE books (id serial PRIMARY KEY, title text, author_id int REFERENCES authors)');`;
const PG_POOL = `const pool = new pg.Pool({ ...OPTIONS, max: 1 }); ${PG_TABLES}`;
const PG_SLEEP = '"SELECT pg_sleep(0.02) AS WORD"';

export const ORMS: readonly Library[] = [
  {
    name: 'drizzle-orm',
    versions: ['0.36', '0'],
    driver: 'pg@8',
    modules: { pg: 'pg', orm: 'drizzle-orm', core: 'drizzle-orm/pg-core', node: 'drizzle-orm/node-postgres' },
    server: 'postgres',
    setup: `${PG_POOL}
const { eq, sql } = orm; const { pgTable, serial, text, integer } = core;
const authors = pgTable('authors', { id: serial('id').primaryKey(), name: text('name') });
const books = pgTable('books', { id: serial('id').primaryKey(), title: text('title'), authorId: integer('author_id') });
const db = node.drizzle(pool);`,
    calls: ormCalls({
      insert: {
        code: 'await db.insert(authors).values({ name: SECRET });',
        spans: ['insert into "authors" ("id", "name") values (default, $1)'],
      },
      join: {
        code: 'await db.select().from(books).innerJoin(authors, eq(books.authorId, authors.id)).where(eq(authors.name, SECRET));',
        spans: [
          'select "books"."id", "books"."title", "books"."author_id", "authors"."id", "authors"."name" from "books" inner join "authors" on "books"."author_id" = "authors"."id" where "authors"."name" = $1',
        ],
      },
      rollback: {
        code: 'await db.transaction(async (tx) => { await tx.insert(authors).values({ name: SECRET }); tx.rollback(); }).catch(() => {});',
        spans: ['begin', 'insert into "authors" ("id", "name") values (default, $1)', 'rollback'],
      },
      loop: {
        code: 'for (let id = 1; id <= 3; id++) await db.select().from(books).where(eq(books.authorId, id));',
        spans: ['select "id", "title", "author_id" from "books" where "books"."author_id" = $1'],
      },
      timed: { code: `await db.execute(sql.raw(${PG_SLEEP}));`, spans: ['SELECT pg_sleep(?) AS WORD'] },
    }),
  },
  {
    name: 'knex',
    versions: ['1', '3'],
    driver: 'pg@8',
    modules: { pg: 'pg', knex: 'knex' },
    server: 'postgres',
    setup: `${PG_POOL}
const db = knex({ client: 'pg', connection: OPTIONS, pool: { min: 0, max: 1 } }); await db.raw('SELECT 1');`,
    limits: ['no calling line for ROLLBACK', 'no calling line for BEGIN;'],
    calls: ormCalls({
      insert: {
        code: "await db('authors').insert({ name: SECRET });",
        spans: ['insert into "authors" ("name") values ($1)'],
      },
      join: {
        code: "await db('books').join('authors', 'authors.id', 'books.author_id').where('authors.name', SECRET).select('title');",
        spans: [
          'select "title" from "books" inner join "authors" on "authors"."id" = "books"."author_id" where "authors"."name" = $1',
        ],
      },
      rollback: {
        code: "await db.transaction(async (tx) => { await tx('authors').insert({ name: SECRET }); throw new Error('back'); }).catch(() => {});",
        spans: ['BEGIN;', 'insert into "authors" ("name") values ($1)', 'ROLLBACK'],
      },
      loop: {
        code: "for (let id = 1; id <= 3; id++) await db('books').where({ author_id: id });",
        spans: ['select * from "books" where "author_id" = $1'],
      },
      timed: { code: `await db.raw(${PG_SLEEP});`, spans: ['SELECT pg_sleep(?) AS WORD'] },
    }),
  },
  {
    name: 'kysely',
    versions: ['0.27', '0'],
    driver: 'pg@8',
    modules: { pg: 'pg', kysely: 'kysely' },
    server: 'postgres',
    setup: `${PG_POOL}
const { Kysely, PostgresDialect, sql } = kysely; const db = new Kysely({ dialect: new PostgresDialect({ pool }) });`,
    calls: ormCalls({
      insert: {
        code: "await db.insertInto('authors').values({ name: SECRET }).execute();",
        spans: ['insert into "authors" ("name") values ($1)'],
      },
      join: {
        code: "await db.selectFrom('books').innerJoin('authors', 'authors.id', 'books.author_id').where('authors.name', '=', SECRET).select('title').execute();",
        spans: [
          'select "title" from "books" inner join "authors" on "authors"."id" = "books"."author_id" where "authors"."name" = $1',
        ],
      },
      rollback: {
        code: "await db.transaction().execute(async (tx) => { await tx.insertInto('authors').values({ name: SECRET }).execute(); throw new Error('back'); }).catch(() => {});",
        spans: ['begin', 'insert into "authors" ("name") values ($1)', 'rollback'],
      },
      loop: {
        code: "for (let id = 1; id <= 3; id++) await db.selectFrom('books').where('author_id', '=', id).selectAll().execute();",
        spans: ['select * from "books" where "author_id" = $1'],
      },
      timed: { code: `await sql.raw(${PG_SLEEP}).execute(db);`, spans: ['SELECT pg_sleep(?) AS WORD'] },
    }),
  },
  {
    name: 'typeorm',
    versions: ['0.3', '1'],
    driver: 'pg@8',
    modules: { pg: 'pg', typeorm: 'typeorm' },
    server: 'postgres',
    setup: `${PG_POOL}
const { DataSource, EntitySchema } = typeorm;
const Author = new EntitySchema({ name: 'Author', tableName: 'authors', columns: { id: { type: Number, primary: true, generated: true }, name: { type: String } } });
const Book = new EntitySchema({ name: 'Book', tableName: 'books', columns: { id: { type: Number, primary: true, generated: true }, title: { type: String } }, relations: { author: { type: 'many-to-one', target: 'Author', joinColumn: { name: 'author_id' } } } });
const db = await new DataSource({ type: 'postgres', host: OPTIONS.host, port: OPTIONS.port, username: OPTIONS.user, database: OPTIONS.database, entities: [Author, Book], poolSize: 1 }).initialize();`,
    calls: ormCalls({
      insert: {
        code: 'await db.getRepository(Author).insert({ name: SECRET });',
        spans: ['INSERT INTO "authors"("name") VALUES ($1) RETURNING "id"'],
      },
      join: {
        code: 'await db.getRepository(Book).find({ where: { author: { name: SECRET } }, relations: { author: true } });',
        spans: [
          'SELECT "Book"."id" AS "Book_id", "Book"."title" AS "Book_title", "Book"."author_id" AS "Book_author_id", "Book__Book_author"."id" AS "Book__Book_author_id", "Book__Book_author"."name" AS "Book__Book_author_name" FROM "books" "Book" LEFT JOIN "authors" "Book__Book_author" ON "Book__Book_author"."id"="Book"."author_id" WHERE (((("Book__Book_author"."name" = $1))))',
        ],
      },
      rollback: {
        code: "await db.transaction(async (tx) => { await tx.getRepository(Author).insert({ name: SECRET }); throw new Error('back'); }).catch(() => {});",
        spans: ['START TRANSACTION', 'INSERT INTO "authors"("name") VALUES ($1) RETURNING "id"', 'ROLLBACK'],
      },
      loop: {
        code: 'for (let id = 1; id <= 3; id++) await db.getRepository(Book).find({ where: { author: { id } } });',
        spans: [
          'SELECT "Book"."id" AS "Book_id", "Book"."title" AS "Book_title", "Book"."author_id" AS "Book_author_id" FROM "books" "Book" LEFT JOIN "authors" "Book__Book_author" ON "Book__Book_author"."id"="Book"."author_id" WHERE (((("Book__Book_author"."id" = $1))))',
        ],
      },
      timed: { code: `await db.query(${PG_SLEEP});`, spans: ['SELECT pg_sleep(?) AS WORD'] },
    }),
  },
  {
    name: 'sequelize',
    versions: ['6'],
    driver: 'mysql2@3',
    modules: { mysql: 'mysql2/promise', sequelize: 'sequelize' },
    server: 'mariadb',
    setup: `const pool = await mysql.createConnection(OPTIONS);
for (const sql of ['DROP TABLE IF EXISTS books', 'DROP TABLE IF EXISTS authors', 'CREATE TABLE authors (id int AUTO_INCREMENT PRIMARY KEY, name text)', 'CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title text, author_id int)']) await pool.query(sql);
const db = new sequelize.Sequelize(OPTIONS.database, OPTIONS.user, OPTIONS.password, { ...OPTIONS, dialect: 'mysql', logging: false, define: { timestamps: false }, pool: { max: 1 } });
const Author = db.define('Author', { name: sequelize.DataTypes.STRING }, { tableName: 'authors' });
const Book = db.define('Book', { title: sequelize.DataTypes.STRING }, { tableName: 'books' });
Book.belongsTo(Author, { as: 'author', foreignKey: 'author_id' }); await db.authenticate();`,
    calls: ormCalls({
      insert: {
        code: 'await Author.create({ name: SECRET });',
        spans: ['INSERT INTO `authors` (`id`,`name`) VALUES (DEFAULT,?);'],
      },
      join: {
        code: "await Book.findAll({ include: { model: Author, as: 'author', where: { name: SECRET } } });",
        spans: [
          'SELECT `Book`.`id`, `Book`.`title`, `Book`.`author_id`, `author`.`id` AS `author.id`, `author`.`name` AS `author.name` FROM `books` AS `Book` INNER JOIN `authors` AS `author` ON `Book`.`author_id` = `author`.`id` AND `author`.`name` = ?;',
        ],
      },
      rollback: {
        code: "await db.transaction(async (transaction) => { await Author.create({ name: SECRET }, { transaction }); throw new Error('back'); }).catch(() => {});",
        spans: ['START TRANSACTION;', 'INSERT INTO `authors` (`id`,`name`) VALUES (DEFAULT,?);', 'ROLLBACK;'],
      },
      loop: {
        code: 'for (let id = 1; id <= 3; id++) await Book.findAll({ where: { author_id: id } });',
        spans: ['SELECT `id`, `title`, `author_id` FROM `books` AS `Book` WHERE `Book`.`author_id` = ?;'],
      },
      timed: { code: 'await db.query("SELECT SLEEP(0.02) AS WORD");', spans: ['SELECT SLEEP(?) AS WORD'] },
    }),
  },
  {
    name: '@mikro-orm/postgresql',
    versions: ['6', '7'],
    driver: 'pg@8',
    modules: { pg: 'pg', mikro: '@mikro-orm/postgresql' },
    server: 'postgres',
    setup: `${PG_POOL}
const { EntitySchema, MikroORM } = mikro;
const Author = new EntitySchema({ name: 'Author', tableName: 'authors', properties: { id: { type: 'number', primary: true }, name: { type: 'string' } } });
const Book = new EntitySchema({ name: 'Book', tableName: 'books', properties: { id: { type: 'number', primary: true }, title: { type: 'string' }, author: { kind: 'm:1', entity: () => 'Author', fieldName: 'author_id' } } });
const orm = await MikroORM.init({ host: OPTIONS.host, port: OPTIONS.port, user: OPTIONS.user, dbName: OPTIONS.database, entities: [Author, Book], pool: { min: 0, max: 1 } }); const db = orm.em.fork(); await db.getConnection().execute('SELECT 1');`,
    limits: ['no calling line for ROLLBACK', 'no calling line for BEGIN;'],
    calls: ormCalls({
      insert: {
        code: "await db.insert('Author', { name: SECRET });",
        spans: ['insert into "authors" ("name") values (?) returning "id"'],
      },
      join: {
        code: "await db.find('Book', { author: { name: SECRET } }, { populate: ['author'], strategy: 'joined' });",
        spans: [
          'select "b0".*, "a1"."id" as "a1__id", "a1"."name" as "a1__name" from "books" as "b0" inner join "authors" as "a1" on "b0"."author_id" = "a1"."id" where "a1"."name" = ?',
        ],
      },
      rollback: {
        code: "await db.transactional(async (tx) => { await tx.insert('Author', { name: SECRET }); throw new Error('back'); }).catch(() => {});",
        spans: ['begin', 'insert into "authors" ("name") values (?) returning "id"', 'rollback'],
      },
      loop: {
        code: "for (let id = 1; id <= 3; id++) await db.find('Book', { author: id });",
        spans: ['select "b0".* from "books" as "b0" where "b0"."author_id" = ?'],
      },
      timed: {
        code: `await db.getConnection().execute(${PG_SLEEP});`,
        spans: ['SELECT pg_sleep(?) AS WORD'],
      },
    }),
  },
];
