import { visibleText } from '../../../format/visible-text.ts';
import { formatTime, type Micros } from '../../../profile/time.ts';
import { Layout, type Site } from '../layout.tsx';
import { zoneQuery } from '../search-links.ts';

/** A page with one message and a link to the search. */
export function MessagePage({ title, text, ...site }: Site & { title: string; text: string }) {
  return (
    <Layout {...site} title={title}>
      <h1>{title}</h1>
      <p>{visibleText(text)}</p>
      <p>
        <a href={site.base + zoneQuery(site.zone ?? 'UTC')}>Search all profiles</a>
      </p>
    </Layout>
  );
}

/** Shown for a profile that retention has deleted. */
export function ExpiredPage({ time, zone, ...site }: Site & { time: Micros; zone: string }) {
  const text = `This profile expired on ${formatTime(time, zone)} ${zone} and was deleted by retention.`;
  return <MessagePage {...site} zone={zone} title="Profile expired" text={text} />;
}
