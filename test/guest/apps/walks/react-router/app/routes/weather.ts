/** The weather is on another server. */
export async function loader() {
  const answer = await fetch(`${process.env.UPSTREAM}/weather`);
  return Response.json({ answered: answer.ok });
}
