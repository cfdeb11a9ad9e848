import type { ProfileView } from './profile-view.ts';

/** Another profile to hold against this one: by its token, or one that suggests itself. */
export function CompareWith({ base, token, likes }: Pick<ProfileView, 'base' | 'token' | 'likes'>) {
  return (
    <details class="compare-with">
      <summary>Compare with…</summary>
      <form action={`${base}/compare`} method="get">
        <input type="hidden" name="a" value={token} />
        <label>
          Token <input name="b" required placeholder="3fa2c1" spellcheck={false} autocomplete="off" />
        </label>
        <button type="submit">Compare</button>
      </form>
      {likes.length > 0 && (
        <ul>
          {likes.map((like) => (
            <li>
              <a href={`${base}/compare?${new URLSearchParams({ a: token, b: like.token })}`}>{like.label}</a>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
