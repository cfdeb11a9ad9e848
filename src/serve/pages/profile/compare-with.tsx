import type { ProfileView } from '../../../report/profile/profile-view.ts';
import { compareHref, ZoneInput } from '../compare/compare-form.tsx';

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
