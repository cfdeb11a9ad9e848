import { Layout, type Site } from './layout.tsx';

/** Shown on this machine to a browser without the cookie. It reveals nothing about the book. */
export function LockedPage({
  wrongKey = false,
  visit,
  ...site
}: Site & { wrongKey?: boolean; visit: string }) {
  return (
    <Layout {...site} title="Locked" isLocked>
      <h1>Profile Search is locked</h1>
      <div data-locked>
        {wrongKey && (
          <p class="wrong" role="alert">
            That key does not open this book.
          </p>
        )}
        <p>
          Open the link that was printed when the app started, or print it again in the folder of the app:
        </p>
        <pre>npx gatebook open</pre>
        <form class="unlock" method="post" action={`${site.base}/login`}>
          <input type="hidden" name="visit" value={visit} />
          <label>
            Or paste the key{' '}
            <input name="key" type="password" autocomplete="off" spellcheck={false} required size={30} />
          </label>{' '}
          <button type="submit">Unlock</button>
        </form>
      </div>
    </Layout>
  );
}

/** Leads to the page after a login link. */
export function UnlockedPage({ target, ...site }: Site & { target: string }) {
  return (
    <Layout {...site} title="Unlocked" isLocked>
      <h1>Profile Search is unlocked</h1>
      <p>
        <a href={target}>Open Profile Search</a>
      </p>
    </Layout>
  );
}
