/** The weather is on another server. */
export async function GET() {
  const answer = await fetch(`${process.env.UPSTREAM}/weather`, { cache: 'no-store' });
  return Response.json({ answered: answer.ok });
}
