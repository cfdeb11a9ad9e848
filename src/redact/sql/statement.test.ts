import { expect, test } from 'vitest';
import { createRedaction } from '../redaction.ts';

const { statement } = createRedaction();

test.each([
  'INSERT INTO `authors` (`id`, `name`) VALUES (?, ?)',
  'INSERT INTO `shop`.`authors` (`id`) VALUES (?)',
  'CREATE TABLE `sessions` (`sid` varchar(?) PRIMARY KEY, `token` text)',
  'CREATE INDEX `auth_idx` ON `auths` (`id`)',
  'SELECT `a`.`token` AS `token`, `t`.`key` `k` FROM `tokens` `t`',
  'SELECT `id` AS `author`, `name` AS `key` FROM `secrets` WHERE `secrets`.`key` = ? AND `password` IN (?)',
  'SELECT * FROM `books` JOIN `authors` ON `books`.`author_id` = `authors`.`id`',
  'SELECT * FROM books b JOIN authors AS a ON b.author_id = a.id WHERE b.token = authors.token AND a.key = ?',
  'UPDATE `keys` SET `secret` = ?, `token` = ? WHERE `session` = ?',
])('keeps the names of %s', (sql) => {
  expect(statement(sql, 'mysql')).toBe(sql);
});

test.each([
  'INSERT INTO "authors" ("id", "token") VALUES ($1, $2) RETURNING "authors"."id"',
  'select "books"."id" from "books" inner join "authors" on "books"."author_id" = "authors"."id" where "authors"."name" = $1',
  'SELECT "token", "key" FROM "session" WHERE "session"."sid" = $1 AND "password" = $2',
  'UPDATE "users" SET "password" = :password, "token" = @p0 WHERE "id" = $12',
])('keeps the names and placeholders of %s', (sql) => {
  expect(statement(sql, 'postgresql')).toBe(sql);
});

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJDQU5BUlkifQ.CANARYCANARYCANARYCANARYCANARY';
test.each([`INSERT INTO \`authors\` (\`${JWT}\`) VALUES (?)`, `SELECT ${JWT} FROM users`])(
  'redacts a known format among the names: %s',
  (sql) => {
    for (const system of ['mysql', 'postgresql', 'sqlite', ''])
      expect(statement(sql, system)).not.toContain('CANARY');
  },
);
