import { hasFailed } from '../../../compare/since-it-worked.ts';
import { isSendable } from '../../../report/profile/panel-facts.ts';
import type { ProfileView } from '../../../report/profile/profile-view.ts';
import { copyLinks, type Link, profileLinks } from '../../export/links.ts';

/** The request as a command, as code and as a test, the permanent link, and the profile as a file. */
export function ExportLinks({ base, token, profile }: Pick<ProfileView, 'base' | 'token' | 'profile'>) {
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
