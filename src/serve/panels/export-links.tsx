import { type Link, profileLinks, snippetLinks } from '../export/links.ts';
import type { ProfileView } from './profile-view.ts';

type Taken = Pick<ProfileView, 'base' | 'token'>;

/** A link that stays, the request as a command, and all of it as a file. */
export function ExportLinks({ base, token }: Taken) {
  const links = [{ label: 'Permanent link', href: `${base}/${token}` }, ...profileLinks(base, token)];
  return <Links name="Take it with you" links={links} />;
}

/** The request as code, in all languages but the first, which has a link of its own. */
export function OtherLanguages({ base, token }: Taken) {
  return (
    <details>
      <summary>Other languages</summary>
      <Links name="The request in other languages" links={snippetLinks(base, token).slice(1)} />
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
