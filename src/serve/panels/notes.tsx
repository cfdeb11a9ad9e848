import { visibleText } from '../../format/visible-text.ts';
import type { Note } from '../../profile/profile.ts';
import type { ProfileView } from '../../report/profile/profile-view.ts';
import { clauseText, escapePattern } from '../../search/edit-query.ts';
import { MAX_QUERY_LENGTH } from '../../search/query-text.ts';
import { SearchLink } from '../pages/entry-values.tsx';
import { searchLinks } from '../pages/search-links.ts';
import { CutText } from './cut-text.tsx';

type NotesView = Pick<ProfileView, 'base' | 'zone' | 'profile'>;

/** Notes and tags that the app added to the profile. Each searches for the requests that have it. */
export function Notes({ base, zone, profile }: NotesView) {
  const { tags } = profile.entry;
  return (
    <table class="facts">
      <tbody>
        {profile.detail?.notes?.map((note) => (
          <tr>
            <th scope="row">
              <NoteLink note={note} base={base} zone={zone} />
            </th>
            <td class="mono kept-lines">
              <CutText text={note.value} lines />
            </td>
          </tr>
        ))}
        {tags.length > 0 && (
          <tr>
            <th scope="row">Tags</th>
            <td>
              {tags.map((tag) => (
                <span class="tag">
                  <SearchLink base={base} field="tag" value={tag} zone={zone} />
                </span>
              ))}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** A search for the same note; plain text if it can't be searched for. */
function NoteLink({ note: { key, value }, base, zone }: { note: Note } & Omit<NotesView, 'profile'>) {
  const text = clauseText('note', [escapePattern(`${key}=${value}`)]);
  if (text.length > MAX_QUERY_LENGTH || /\p{Cc}/u.test(text)) return <>{visibleText(key)}</>;
  const { href } = searchLinks({ base, text: '', terms: [], zone });
  return (
    <a href={href(text)} title="Requests with the same note">
      {visibleText(key)}
    </a>
  );
}
