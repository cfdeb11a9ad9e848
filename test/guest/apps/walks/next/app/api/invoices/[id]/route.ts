import { scryptSync } from 'node:crypto';

/** An invoice that can't be forged. It takes the processor, and with it everybody else's requests. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return Response.json({ id, signature: signatureOf(id) });
}

function signatureOf(id: string): string {
  const start = Date.now();
  let signature = id;
  while (Date.now() - start < 400) signature = scryptSync(signature, 'hotel', 32).toString('hex');
  return signature;
}
