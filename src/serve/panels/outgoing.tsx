import type { Span } from '../../profile/profile.ts';
import { SpanTable } from './span-table.tsx';

export function isOutgoing({ kind }: Span): boolean {
  return kind === 'http';
}

/** Requests that the app made itself meanwhile. */
export function Outgoing({ spans }: { spans: readonly Span[] }) {
  return <SpanTable spans={spans} name="Request" outcome="Answer" />;
}
