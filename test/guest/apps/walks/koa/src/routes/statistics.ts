import type Router from '@koa/router';
import { db } from '../db.ts';

export function addStatistics(router: Router): void {
  router.get('/statistics', async (context) => {
    const { rows } = await db.raw(
      'SELECT author_id, count(*) AS books, pg_sleep(0.15) FROM books GROUP BY author_id HAVING count(*) > ?',
      [0],
    );
    context.body = rows;
  });

  /** Takes long: somebody waits for it when the library is stopped. */
  router.get('/statistics/:year', async (context) => {
    const { rows } = await db.raw('SELECT ? AS year, pg_sleep(60)', [context.params.year]);
    context.body = rows;
  });
}
