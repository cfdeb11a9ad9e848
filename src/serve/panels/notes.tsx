import { visibleText } from '../../format/visible-text.ts';
import type { Note } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';

/** Notes that the app added to the profile. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <table class="facts">
      <tbody>
        {notes.map(({ key, value }) => (
          <tr>
            <th scope="row">{visibleText(key)}</th>
            <td class="mono kept-lines">
              <CutText text={value} lines />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
