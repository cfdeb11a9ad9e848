import type { Child } from 'hono/jsx';
import { textStart } from '../../format/cut-text.ts';
import { relativeTime } from '../../format/relative-time.ts';
import { formatDuration } from '../../format/units.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Entry } from '../../profile/entry.ts';
import { isSendable } from '../../report/profile/panel-facts.ts';
import { profileFacts } from '../../report/profile/profile-facts.ts';
import type { ProfileView } from '../../report/profile/profile-view.ts';
import { ProfileLink, SearchLink, TimeText } from '../pages/entry-values.tsx';

const MAX_NAME_LENGTH = 80;

/** The values of the request that every panel may need. Those that can be searched for are links. */
export function Facts(view: ProfileView) {
  const { base, profile, zone, now } = view;
  const { entry, detail } = profile;
  const isRequest = isSendable(entry);
  const search = (field: string, value: string) => (
    <SearchLink base={base} field={field} value={value} zone={zone} />
  );
  return (
    <section class="facts-of" aria-label="Facts">
      <dl>
        {isRequest && (
          <Fact name="Client">
            {search('ip', entry.ip)} ({search('client', entry.client)})
          </Fact>
        )}
        <Fact name="Time">
          <TimeText time={entry.time} zone={zone} exact /> {zone}, {relativeTime(entry.time, now)}
        </Fact>
        {profileFacts(profile).map(({ name, value, field }) => {
          const shown = field === undefined ? visibleText(value) : search(field, value);
          return <Fact name={name}>{field === 'trace' ? <code>{shown}</code> : shown}</Fact>;
        })}
        {detail?.loopDelay !== undefined && (
          <Fact name="Event-loop delay">
            {formatDuration(detail.loopDelay)}
            <DelayCause {...view} />
          </Fact>
        )}
        {entry.tags.length > 0 && (
          <Fact name="Tags">
            {entry.tags.map((tag) => (
              <span class="tag">{search('tag', tag)}</span>
            ))}
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** Which request held the event loop: this one, or another one that it had to wait for. */
function DelayCause({ base, profile, tokens, zone, waitedFor: holder }: ProfileView) {
  const { held, waitedFor } = profile.detail ?? {};
  if (waitedFor && waitedFor.duration >= (held ?? 0)) {
    const token = tokens.tokenOf(waitedFor.seq);
    return (
      <span>
        , waited {formatDuration(waitedFor.duration)} for{' '}
        <ProfileLink base={base} token={token} zone={zone}>
          {holder ? requestName(holder) : token}
        </ProfileLink>
        {holder ? ` ${token}` : ', which is no longer in the book'}
      </span>
    );
  }
  return held === undefined ? null : <span>, held by this request for {formatDuration(held)}</span>;
}

/** Its route if there is one, because a URL can be long. */
function requestName({ method, url, route, operation, kind }: Entry): string {
  const name = kind === 'job' ? operation : route || url;
  return visibleText(`${method} ${textStart(name, MAX_NAME_LENGTH)}`);
}

/** Names and values in two columns. */
export function FactTable({ children }: { children?: Child }) {
  return (
    <table class="facts">
      <tbody>{children}</tbody>
    </table>
  );
}

interface FactRowProps {
  readonly name: Child;
  /** Whether the value is recorded text, whose line breaks are kept. */
  readonly isText?: boolean;
  readonly children?: Child;
}

export function FactRow({ name, isText = false, children }: FactRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class={isText ? 'mono kept-lines' : undefined}>{children}</td>
    </tr>
  );
}

function Fact({ name, children }: { name: string; children?: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
