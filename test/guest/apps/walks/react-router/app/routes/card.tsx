import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Member } from '../generated/prisma/client';
import { memberContext } from '../member.server';

/** The page that members show at the door. */
export function loader({ context }: LoaderFunctionArgs) {
  const member = context.get(memberContext);
  return { name: member.name, year: yearOf(member) };
}

export default function Card() {
  const { name, year } = useLoaderData<typeof loader>();
  return (
    <h1>
      {name} until {year}
    </h1>
  );
}

function yearOf({ card }: Member): number {
  const [, year] = (card as string).split('/');
  return Number(year);
}
