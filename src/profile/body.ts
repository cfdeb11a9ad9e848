/**
 * Why a body was seen but its text was not kept: its type is not recorded, it is compressed and can't be read, a part of a
 * resource, or an event stream; the app did not read it; the budget was exceeded; its charset is unknown; it is not text.
 */
export const MISSING_BODY_REASONS = [
  'type',
  'encoding',
  'range',
  'stream',
  'unread',
  'budget',
  'charset',
  'binary',
] as const;
export type MissingBodyReason = (typeof MISSING_BODY_REASONS)[number];

/** A part of a multipart form. Its content is never kept. */
export interface BodyPart {
  readonly name: string;
  readonly type: string;
  /** In bytes; absent if the part goes on after what was copied. */
  readonly size?: number;
}

/** The body of a request as the app read it, or of a response as the app wrote it. Redacted. */
export interface Body {
  /** The Content-Type header. */
  readonly type: string;
  /** The number of bytes that the app read or wrote. */
  readonly bytes: number;
  readonly text?: string;
  /** Instead of the text of a multipart form. */
  readonly parts?: readonly BodyPart[];
  /** Whether the end of the text, or the last parts, are missing. */
  readonly cut?: true;
  readonly missing?: MissingBodyReason;
}
