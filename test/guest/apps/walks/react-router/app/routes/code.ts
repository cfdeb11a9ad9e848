import { pbkdf2Sync } from 'node:crypto';
import type { LoaderFunctionArgs } from 'react-router';

/** A code for a door. It takes the processor, and with it everybody else's requests. */
export function loader({ params }: LoaderFunctionArgs) {
  return Response.json({ code: codeOf(String(params.door)) });
}

function codeOf(door: string): string {
  const start = Date.now();
  let code = Buffer.from(door);
  while (Date.now() - start < 400) code = pbkdf2Sync('club', code, 10_000, 64, 'sha512');
  return code.toString('hex');
}
