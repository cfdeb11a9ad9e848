import { compareHref, ZoneInput } from '../pages/compare-form.tsx';
import type { ProfileView } from './profile-view.ts';

type ComparedView = Pick<ProfileView, 'base' | 'token' | 'similar' | 'zone'>;

/** Compares this profile with another: by token, or with a similar request. */
export function CompareWith({ base, token, similar, zone }: ComparedView) {
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
      {similar.length > 0 && (
        <ul aria-label="Similar requests">
          {similar.map((request) => (
            <li>
              <a href={compareHref({ base, a: token, b: request.token, zone })}>{request.label}</a>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
