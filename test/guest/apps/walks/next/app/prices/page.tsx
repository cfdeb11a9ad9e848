import { pool } from '../../lib/db';

export const dynamic = 'force-dynamic';

export default async function Prices() {
  const { rows } = await pool.query(
    'SELECT month, avg(euro) AS euro, pg_sleep(0.4) FROM prices GROUP BY month ORDER BY month',
  );
  return (
    <ul>
      {rows.map(({ month, euro }) => (
        <li key={month}>
          {month}: {euro} €
        </li>
      ))}
    </ul>
  );
}
