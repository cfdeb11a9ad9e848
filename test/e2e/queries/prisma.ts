import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Library } from './libraries.ts';
import { ormCalls } from './orms.ts';

const MODELS = `
model Author {
  id    Int    @id @default(autoincrement())
  name  String
  books Book[]
  @@map("authors")
}
model Book {
  id       Int    @id @default(autoincrement())
  title    String
  author   Author @relation(fields: [authorId], references: [id])
  authorId Int    @map("author_id")
  @@map("books")
}
`;

/** Generates the client. Its native engines can't be downloaded from the npm registry, and a driver adapter does not need them. */
function generate(provider: string) {
  return (folder: string) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/prisma/package.json'), 'utf8'));
    const isSix = version.startsWith('6.');
    const generator = `generator client {\n  provider = "prisma-client-js"\n${isSix ? '  engineType = "client"\n' : ''}}\n`;
    const source = `datasource db {\n  provider = "${provider}"\n${isSix ? '  url = "unused"\n' : ''}}\n`;
    mkdirSync(join(folder, 'prisma'));
    writeFileSync(join(folder, 'prisma/schema.prisma'), generator + source + MODELS);
    const engines = { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', PRISMA_QUERY_ENGINE_LIBRARY: '/bin/true' };
    const env = { ...process.env, ...engines, CHECKPOINT_DISABLE: '1' };
    return promisify(execFile)(process.execPath, ['node_modules/prisma/build/index.js', 'generate'], {
      cwd: folder,
      env,
    });
  };
}

const APP = {
  insert: 'await db.author.create({ data: { name: SECRET } });',
  join: 'await db.book.findMany({ where: { author: { name: SECRET } } });',
  rollback:
    "await db.$transaction(async (tx) => { await tx.author.create({ data: { name: SECRET } }); throw new Error('back'); }).catch(() => {});",
  loop: 'for (let id = 1; id <= 3; id++) await db.book.findMany({ where: { authorId: id } });',
};

export const PRISMA: readonly Library[] = [
  {
    name: 'prisma',
    versions: ['6', '7'],
    driver: '@prisma/adapter-pg@VERSION',
    packages: ['@prisma/client@VERSION', 'pg@8'],
    modules: { pg: 'pg', prisma: '@prisma/client', adapter: '@prisma/adapter-pg' },
    prepare: generate('postgresql'),
    server: 'postgres',
    setup: `const pool = new pg.Pool(OPTIONS);
await pool.query('DROP TABLE IF EXISTS books, authors; CREATE TABLE authors (id serial PRIMARY KEY, name text); CREATE TABLE books (id serial PRIMARY KEY, title text, author_id int)');
const db = new prisma.PrismaClient({ adapter: new adapter.PrismaPg({ ...OPTIONS, max: 1 }) });`,
    calls: ormCalls({
      insert: {
        code: APP.insert,
        spans: [
          'INSERT INTO "public"."authors" ("name") VALUES ($1) RETURNING "public"."authors"."id", "public"."authors"."name"',
        ],
      },
      join: {
        code: APP.join,
        spans: [
          'SELECT "public"."books"."id", "public"."books"."title", "public"."books"."author_id" FROM "public"."books" LEFT JOIN "public"."authors" AS "j0" ON ("j0"."id") = ("public"."books"."author_id") WHERE ("j0"."name" = $1 AND ("j0"."id" IS NOT NULL)) OFFSET $2',
        ],
      },
      rollback: {
        code: APP.rollback,
        spans: [
          'BEGIN',
          'INSERT INTO "public"."authors" ("name") VALUES ($1) RETURNING "public"."authors"."id", "public"."authors"."name"',
          'ROLLBACK',
        ],
      },
      loop: {
        code: APP.loop,
        spans: [
          'SELECT "public"."books"."id", "public"."books"."title", "public"."books"."author_id" FROM "public"."books" WHERE "public"."books"."author_id" = $1 OFFSET $2',
        ],
      },
      timed: {
        code: 'await db.$queryRawUnsafe("SELECT pg_sleep(0.02)::text AS WORD");',
        spans: ['SELECT pg_sleep(?)::text AS WORD'],
      },
    }),
  },
  {
    name: 'prisma',
    versions: ['6', '7'],
    driver: '@prisma/adapter-mariadb@VERSION',
    packages: ['@prisma/client@VERSION'],
    modules: { prisma: '@prisma/client', adapter: '@prisma/adapter-mariadb' },
    prepare: generate('mysql'),
    server: 'mariadb',
    setup: `const db = new prisma.PrismaClient({ adapter: new adapter.PrismaMariaDb({ ...OPTIONS, connectionLimit: 2 }) });
for (const sql of ['DROP TABLE IF EXISTS books', 'DROP TABLE IF EXISTS authors', 'CREATE TABLE authors (id int AUTO_INCREMENT PRIMARY KEY, name text)', 'CREATE TABLE books (id int AUTO_INCREMENT PRIMARY KEY, title text, author_id int)']) await db.$executeRawUnsafe(sql);`,
    calls: ormCalls({
      insert: {
        code: APP.insert,
        spans: [
          'INSERT INTO `authors` (`name`) VALUES (?)',
          'SELECT `authors`.`id`, `authors`.`name` FROM `authors` WHERE `authors`.`id` = ? LIMIT ? OFFSET ?',
          'COMMIT',
        ],
      },
      join: {
        code: APP.join,
        spans: [
          'SELECT `books`.`id`, `books`.`title`, `books`.`author_id` FROM `books` LEFT JOIN `authors` AS `j0` ON (`j0`.`id`) = (`books`.`author_id`) WHERE (`j0`.`name` = ? AND (`j0`.`id` IS NOT NULL))',
        ],
      },
      rollback: {
        code: APP.rollback,
        spans: [
          'INSERT INTO `authors` (`name`) VALUES (?)',
          'SELECT `authors`.`id`, `authors`.`name` FROM `authors` WHERE `authors`.`id` = ? LIMIT ? OFFSET ?',
          'ROLLBACK',
        ],
      },
      loop: {
        code: APP.loop,
        spans: [
          'SELECT `books`.`id`, `books`.`title`, `books`.`author_id` FROM `books` WHERE `books`.`author_id` = ?',
        ],
      },
      timed: {
        code: 'await db.$queryRawUnsafe("SELECT SLEEP(0.02) AS WORD");',
        spans: ['SELECT SLEEP(?) AS WORD'],
      },
    }),
  },
];
