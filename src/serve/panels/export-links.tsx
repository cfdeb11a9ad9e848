import type { Entry } from '../../profile/entry.ts';
import { type Link, profileLinks, snippetLinks } from '../export/links.ts';
import type { ProfileView } from './profile-view.ts';

type ExportedProfile = Pick<ProfileView, 'base' | 'token'>;

/** Whether there is a request that can be sent again. A job, and what is part of one, has none. */
export function isSendable({ url }: Entry): boolean {
  return !url.startsWith('job:');
}

/** The permanent link, the request as a curl command, and the profile as a file. */
export function ExportLinks({ base, token, profile }: ExportedProfile & Pick<ProfileView, 'profile'>) {
  const files = profileLinks(base, token).filter(
    ({ label }) => label === 'JSON' || isSendable(profile.entry),
  );
  return <Links name="Export" links={[{ label: 'Permanent link', href: `${base}/${token}` }, ...files]} />;
}

/** The request as code in every language except curl, which has its own link. */
export function OtherLanguages({ base, token }: ExportedProfile) {
  return (
    <details>
      <summary>Other languages</summary>
      <Links name="Request as code" links={snippetLinks(base, token).slice(1)} />
    </details>
  );
}

function Links({ name, links }: { name: string; links: readonly Link[] }) {
  return (
    <ul class="ways-out" aria-label={name}>
      {links.map(({ label, href }) => (
        <li>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
