import { hasFailed } from '../../../compare/since-it-worked.ts';
import { isSendable } from '../../../report/profile/panel-facts.ts';
import type { ProfileView } from '../../../report/profile/profile-view.ts';
import { copyLinks, type Link, profileLinks } from '../../export/links.ts';
import { compareHref, ZoneInput } from '../compare-page.tsx';

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

type ComparedView = Pick<ProfileView, 'base' | 'token' | 'previous' | 'zone'>;

/** Compares this profile with the one before that does the same. */
export function ComparePrevious({ base, token, previous, zone }: ComparedView) {
  if (!previous) return null;
  return (
    <a
      href={compareHref({ base, a: previous.token, b: token, zone })}
      title={`Previous ${previous.what} (${previous.token})`}
    >
      Compare with the one before
    </a>
  );
}

/** Compares this profile with any other, by its token. */
export function CompareWith({ base, token, zone }: Omit<ComparedView, 'previous'>) {
  return (
    <details class="compare-with">
      <summary>Compare with…</summary>
      <form action={`${base}/compare`} method="get">
        <input type="hidden" name="a" value={token} />
        <ZoneInput zone={zone} />
        <label>
          Token <input name="b" required placeholder="3fa2c1" spellcheck={false} autocomplete="off" />
        </label>
        <button type="submit">Compare</button>
      </form>
    </details>
  );
}
