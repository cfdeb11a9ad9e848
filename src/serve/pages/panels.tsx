import type { Child } from 'hono/jsx';
import type { Exception, Header } from '../../profile/profile.ts';
import { visibleLines, visibleText } from '../../profile/visible-text.ts';

/** A part of the profile; one with nothing in it says why. */
export function Panel({
  id,
  title,
  empty,
  children,
}: {
  id: string;
  title: string;
  empty?: string;
  children?: Child;
}) {
  return (
    <section id={id} class="panel">
      <h2>{title}</h2>
      {children || <p class="empty">{empty}</p>}
    </section>
  );
}

export function HeadersPanel({
  facts,
  headers,
}: {
  facts: Record<string, string>;
  headers: readonly Header[];
}) {
  return (
    <table class="facts">
      <tbody>
        {Object.entries(facts).map(([name, value]) => (
          <tr>
            <th scope="row">{name}</th>
            <td>{visibleText(value) || <span class="none">none</span>}</td>
          </tr>
        ))}
        {headers.map(([name, value]) => (
          <tr>
            <th scope="row">
              <code>{visibleText(name)}</code>
            </th>
            <td>{value === null ? <span class="none">withheld</span> : <code>{visibleText(value)}</code>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ExceptionPanel({ exception }: { exception: Exception }) {
  return (
    <>
      <p class="exception">
        <strong>{visibleText(exception.name)}</strong> {visibleLines(exception.message)}
      </p>
      {exception.stack !== '' && <pre>{visibleLines(exception.stack)}</pre>}
      {exception.cause && (
        <div class="cause">
          <p>caused by</p>
          <ExceptionPanel exception={exception.cause} />
        </div>
      )}
    </>
  );
}
