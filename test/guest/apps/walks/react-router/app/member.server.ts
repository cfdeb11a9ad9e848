import { user } from 'gatebook';
import { createContext, type MiddlewareFunction } from 'react-router';
import { db } from './db.server';
import type { Member } from './generated/prisma/client';
import { ready } from './start.server';

export const memberContext = createContext<Member>();

/** A proxy in front of the club has signed the member in. */
export const signIn: MiddlewareFunction<Response> = async ({ request, context }) => {
  await ready;
  const member = await db.member.findUnique({ where: { id: request.headers.get('x-user') ?? '' } });
  if (!member) throw new Response('No member is signed in', { status: 401 });
  user(member.id);
  context.set(memberContext, member);
};
