// A hotel on Next.js 16, with pg on PostgreSQL. It has no line of Gatebook but those of lib. Its faults are listed in
// test/guest/walks/next.ts.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { createTables } = await import('./lib/db');
  const { startWishes } = await import('./lib/wishes');
  await createTables();
  // One process of the hotel does what is due, the others only answer requests.
  if (process.env.ROLE !== 'web') startWishes();
}
