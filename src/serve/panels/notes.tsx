import { visibleText } from '../../format/visible-text.ts';
import type { Note } from '../../profile/profile.ts';
import type { ProfileView } from '../../report/profile/profile-view.ts';
import { clauseText } from '../../search/edit-query.ts';
import { escapePattern } from '../../search/escape-value.ts';
import { MAX_QUERY_LENGTH } from '../../search/query-text.ts';
import { SearchLink } from '../pages/entry-values.tsx';
import { newSearch } from '../pages/search-links.ts';
import { CutText } from './cut-text.tsx';
import { FactRow, FactTable } from './facts.tsx';

type NotesView = Pick<ProfileView, 'base' | 'zone' | 'profile'>;

/** Notes and tags that the app added to the profile. Each searches for the requests that have it. */
export function Notes({ base, zone, profile }: NotesView) {
  const { tags } = profile.entry;
  return (
    <FactTable>
      {profile.detail?.notes?.map((note) => (
        <FactRow name={<NoteLink note={note} base={base} zone={zone} />} isText>
          <CutText text={note.value} lines />
        </FactRow>
      ))}
      {tags.length > 0 && (
        <FactRow name="Tags">
          {tags.map((tag) => (
            <span class="tag">
              <SearchLink base={base} field="tag" value={tag} zone={zone} />
            </span>
          ))}
        </FactRow>
      )}
    </FactTable>
  );
}

/** A search for the same note; plain text if it can't be searched for. */
function NoteLink({ note: { key, value }, base, zone }: { note: Note } & Omit<NotesView, 'profile'>) {
  const text = clauseText('note', [escapePattern(`${key}=${value}`)]);
  if (text.length > MAX_QUERY_LENGTH || /\p{Cc}/u.test(text)) return <>{visibleText(key)}</>;
  const { href } = newSearch(base, zone);
  return (
    <a href={href(text)} title="Requests with the same note">
      {visibleText(key)}
    </a>
  );
}
