import type { Context, Next } from 'koa';
import { db, type Reader } from './db.ts';

/** A failure that its client has caused. */
export class ClientError extends Error {
  readonly status: number;
  readonly expose = true;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers failures with JSON. Those of the library itself are reported to the app. */
export async function answerErrors(context: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    const status = error instanceof ClientError ? error.status : 500;
    context.status = status;
    context.body = { error: status === 500 ? 'Something went wrong' : (error as Error).message };
    if (status === 500) context.app.emit('error', error, context);
  }
}

/** The body of a request as JSON, in `context.state.body`. */
export async function readBody(context: Context, next: Next): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of context.req) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  try {
    context.state.body = text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ClientError(400, 'The body is not JSON');
  }
  await next();
}

/** The reader who asks, in `context.state.user`. */
export async function addReader(context: Context, next: Next): Promise<void> {
  const reader = await db<Reader>('readers')
    .where({ id: context.get('x-user') })
    .first();
  if (!reader) throw new ClientError(401, 'Not a reader of this library');
  context.state.user = reader;
  await next();
}
