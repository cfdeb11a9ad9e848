import { job } from 'gatebook';
import { pool } from './db';

/** Prints the wishes of the guests now and then, outside of any request. */
export function startWishes(): void {
  setInterval(() => {
    printWishes().catch(() => {});
  }, 100);
}

async function printWishes(): Promise<void> {
  const { rows } = await pool.query<{ room_id: number; text: string | null }>(
    'DELETE FROM wishes RETURNING room_id, text',
  );
  for (const { room_id, text } of rows)
    await job('print a wish', () => console.log(`${room_id}: ${linesOf(text as string).join(' / ')}`));
}

function linesOf(text: string): string[] {
  return text.trim().split('\n');
}
