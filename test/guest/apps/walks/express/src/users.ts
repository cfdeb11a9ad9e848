import { eq } from 'drizzle-orm';
import type { Request } from 'express';
import passport from 'passport';
import { db, users } from './db.ts';

export interface ShopUser {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
}

/** A proxy in front of the shop has signed the user in. */
export class HeaderStrategy extends passport.Strategy {
  name = 'header';

  authenticate(request: Request): void {
    findUser(request.header('x-user') ?? '').then(
      (user) => (user ? this.success(user) : this.fail(401)),
      (error) => this.error(error),
    );
  }
}

async function findUser(id: string): Promise<ShopUser | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

export function userOf(request: Request): ShopUser {
  return request.user as ShopUser;
}
