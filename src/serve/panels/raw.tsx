import { visibleJson } from '../../format/visible-text.ts';
import { profileJson } from '../../profile/entry-json.ts';
import { startOf } from './cut-text.tsx';
import type { ProfileView } from './profile-view.ts';

const LONGEST = 50_000;

/** All that the book holds of it, as programs are told. */
export function Raw({ base, profile, token, tokens }: ProfileView) {
  const text = visibleJson(profileJson(profile, tokens));
  const start = startOf(text, LONGEST);
  return (
    <details>
      <summary>All that the book holds of it, {text.length.toLocaleString('en')} characters</summary>
      <pre>{start}</pre>
      {start.length < text.length && (
        <p class="cut">
          Cut here, {(text.length - start.length).toLocaleString('en')} more characters.{' '}
          <a href={`${base}/${token}.json`}>The whole JSON</a>
        </p>
      )}
    </details>
  );
}
