import type { Guest } from '../../../lib/db';
import { currentGuest } from '../../../lib/guest';

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export default async function Stay({ params }: Props) {
  const { id } = await params;
  const guest = await currentGuest();
  return (
    <main>
      <h1>Stay {id}</h1>
      <address>{addressOf(guest).join(', ')}</address>
    </main>
  );
}

/** The address as it is printed on the bill. */
function addressOf({ name, address }: Guest): string[] {
  const [street, city] = (address as string).split(', ');
  return [name, street, city.toUpperCase()];
}
