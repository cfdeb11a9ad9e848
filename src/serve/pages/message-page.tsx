import { visibleText } from '../../format/visible-text.ts';
import { formatTime, type Micros } from '../../profile/time.ts';
import { Layout, type Site } from './layout.tsx';

/** A page that has one thing to say, and the way on. */
export function MessagePage({ title, text, ...site }: Site & { title: string; text: string }) {
  return (
    <Layout {...site} title={title}>
      <h1>{title}</h1>
      <p>{visibleText(text)}</p>
      <p>
        <a href={site.base}>Search all profiles</a>
      </p>
    </Layout>
  );
}

/** A profile that was there once. */
export function ExpiredPage({ time, zone, ...site }: Site & { time: Micros; zone: string }) {
  const text = `This profile expired on ${formatTime(time, zone)} ${zone}: retention has taken it out of the book.`;
  return <MessagePage {...site} title="No longer kept" text={text} />;
}
