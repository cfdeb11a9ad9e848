import { hasFailed } from '../../compare/since-it-worked.ts';
import { copyLinks, type Link, profileLinks, snippetLinks } from '../export/links.ts';
import { isSendable } from './panel-facts.ts';
import type { ProfileView } from './profile-view.ts';

type ExportedProfile = Pick<ProfileView, 'base' | 'token'>;

/** The request as a command and as a test, the permanent link, and the profile as a file. */
export function ExportLinks({ base, token, profile }: ExportedProfile & Pick<ProfileView, 'profile'>) {
  const { entry } = profile;
  const copies = isSendable(entry) ? copyLinks(base, token, hasFailed(entry)) : [];
  const files = profileLinks(base, token).filter(({ label }) => label === 'JSON' || isSendable(entry));
  return (
    <>
      {/* The script copies what these link to. */}
      {copies.length > 0 && <Links name="Copy" links={copies} isCopied />}
      <Links name="Export" links={[{ label: 'Permanent link', href: `${base}/${token}` }, ...files]} />
    </>
  );
}

/** The request as code in every language that has no link of its own. */
export function OtherLanguages({ base, token }: ExportedProfile) {
  return (
    <details>
      <summary>Other languages</summary>
      <Links name="Request as code" links={snippetLinks(base, token)} />
    </details>
  );
}

interface LinksProps {
  readonly name: string;
  readonly links: readonly Link[];
  readonly isCopied?: boolean;
}

function Links({ name, links, isCopied = false }: LinksProps) {
  return (
    <ul class="ways-out" aria-label={name}>
      {links.map(({ label, href }) => (
        <li>
          <a href={href} data-copy-target={isCopied ? '' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
