import { countText } from '../../format/count-text.ts';
import { textStart } from '../../format/cut-text.ts';
import { visibleJson } from '../../format/visible-text.ts';
import { profileJson } from '../../profile/entry-json.ts';
import type { ProfileView } from '../../report/profile/profile-view.ts';

const MAX_LENGTH = 50_000;

export function Raw({ base, profile, token, tokens, panel }: ProfileView) {
  const text = visibleJson(profileJson(profile, tokens));
  const start = textStart(text, MAX_LENGTH);
  return (
    <details open={panel === 'raw'}>
      <summary>Stored profile as JSON, {countText(text.length)} characters</summary>
      <pre>{start}</pre>
      {start.length < text.length && (
        <p class="cut">
          Cut here, {countText(text.length - start.length)} more characters.{' '}
          <a href={`${base}/${token}.json`}>Download the full JSON</a>
        </p>
      )}
    </details>
  );
}
