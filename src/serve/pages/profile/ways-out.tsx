import { hasFailed } from '../../../compare/since-it-worked.ts';
import { visibleText } from '../../../format/visible-text.ts';
import type { Entry } from '../../../profile/entry.ts';
import { isSendable } from '../../../report/profile/panel-facts.ts';
import type { ProfileView } from '../../../report/profile/profile-view.ts';
import { copyLinks, profileLinks } from '../../export/links.ts';
import { compareHref, ZoneInput } from '../compare-page.tsx';

/** All of the three menus below, for a phone. */
export function ActionsMenu({ base, token, profile: { entry }, previous, zone }: ProfileView) {
  const compare = (a: string) => compareHref({ base, a, b: token, zone });
  const links = [
    ...(previous ? [{ label: 'Compare with the one before', href: compare(previous.token) }] : []),
    { label: 'Compare with…', href: compare('') },
    ...(isSendable(entry) ? copyLinks(base, token, hasFailed(entry)) : []),
    { label: 'Permanent link', href: `${base}/${token}` },
    ...filesOf({ base, token, entry }),
  ];
  return (
    <details class="menu drop actions">
      <summary>Actions</summary>
      <ul>
        {links.map(({ label, href }) => (
          <li>
            <a href={href} data-copy-target={label.startsWith('Copy ') ? '' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function filesOf({ base, token, entry }: Pick<ProfileView, 'base' | 'token'> & { readonly entry: Entry }) {
  return profileLinks(base, token).filter(({ label }) => label === 'JSON' || isSendable(entry));
}

/** Compares this profile with the one before that does the same, or with any other by its token. */
export function CompareMenu({ base, token, previous, zone }: ProfileView) {
  return (
    <details class="menu drop compare-with">
      <summary>Compare</summary>
      <div class="panel">
        {previous && (
          <p>
            <a
              href={compareHref({ base, a: previous.token, b: token, zone })}
              title={`Previous ${previous.what} (${previous.token})`}
            >
              Compare with the one before
            </a>
          </p>
        )}
        <form action={`${base}/compare`} method="get">
          <input type="hidden" name="a" value={token} />
          <ZoneInput zone={zone} />
          <label>
            Token of another one{' '}
            <input name="b" required placeholder="3fa2c1" spellcheck={false} autocomplete="off" />
          </label>
          <button type="submit">Compare</button>
        </form>
      </div>
    </details>
  );
}

/** The request as a command, as code and as a test. The script copies what these link to, and adds the URL, the token and a link. */
export function CopyMenu({ base, token, profile: { entry } }: ProfileView) {
  if (!isSendable(entry)) return null;
  return (
    <details class="menu drop copy">
      <summary>Copy</summary>
      <ul data-url={visibleText(entry.url)}>
        {copyLinks(base, token, hasFailed(entry)).map(({ label, href }) => (
          <li>
            <a href={href} data-copy-target="">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The permanent link, and the profile as a file. */
export function ShareMenu({ base, token, profile: { entry } }: ProfileView) {
  const files = filesOf({ base, token, entry });
  return (
    <details class="menu drop share-profile">
      <summary>Share</summary>
      <ul>
        {[{ label: 'Permanent link', href: `${base}/${token}` }, ...files].map(({ label, href }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}
