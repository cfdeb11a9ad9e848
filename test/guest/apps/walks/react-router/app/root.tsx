// A sports club on React Router 8, with Prisma on PostgreSQL and jobs of BullMQ. Its faults are listed in
// test/guest/walks/react-router.ts.
import { type MiddlewareFunction, Outlet } from 'react-router';
import { signIn } from './member.server';

export const middleware: MiddlewareFunction<Response>[] = [signIn];

export default function Root() {
  return (
    <html lang="en">
      <body>
        <Outlet />
      </body>
    </html>
  );
}
