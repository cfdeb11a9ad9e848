import type { Span } from '../../profile/profile.ts';
import { SpanTable } from './span-table.tsx';

export function isOutgoing({ kind }: Span): boolean {
  return kind === 'http';
}

/** HTTP requests that the app made while it handled this one. */
export function Outgoing({ spans }: { spans: readonly Span[] }) {
  return <SpanTable spans={spans} nameLabel="Request" outcomeLabel="Response" />;
}
