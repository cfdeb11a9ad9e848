import type { ClientClassifier } from '../../clients/classifier.ts';
import type { Profile } from '../../profile/profile.ts';

/** Corrects the class of requests that came before those that gave their client away, in the same batch. */
export function reviseClients(requests: readonly Profile[][], clients: ClientClassifier): Profile[][] {
  return requests.map((profiles) => {
    const main = profiles[0]?.entry;
    if (!main || main.kind === 'job') return profiles;
    const client = clients.revise(main, main.client);
    if (client === main.client) return profiles;
    return profiles.map(({ entry, detail }) => ({ entry: { ...entry, client }, detail }));
  });
}
