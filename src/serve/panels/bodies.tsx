import { describeBody, readableBody } from '../../format/body-text.ts';
import { visibleText } from '../../format/visible-text.ts';
import type { Body } from '../../profile/body.ts';
import type { Profile } from '../../profile/profile.ts';
import { CutText } from './cut-text.tsx';

/** Longer bodies are cut on the page; the JSON export has them in full. */
const MAX_LENGTH = 50_000;

export function Bodies({ profile: { entry, detail } }: { profile: Profile }) {
  return (
    <>
      <BodyView title="Request body" body={detail?.requestBody} bytes={entry.requestBytes} />
      <BodyView title="Response body" body={detail?.responseBody} bytes={entry.responseBytes} />
    </>
  );
}

/** `bytes` is the size that the headers state. */
function BodyView({ title, body, bytes }: { title: string; body: Body | undefined; bytes: number }) {
  const text = body ? readableBody(body) : null;
  return (
    <section class="body">
      <h3>
        {title}{' '}
        <span class="body-facts">
          {body ? visibleText(describeBody(body)) : bytes === 0 ? 'none' : 'not recorded'}
        </span>
      </h3>
      {text !== null && (
        <pre tabindex={0}>
          <CutText text={text} maxLength={MAX_LENGTH} lines />
        </pre>
      )}
    </section>
  );
}
