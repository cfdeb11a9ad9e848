import { CLIENT_CLASSES, DETAIL_STATES, type Entry, KINDS } from '../../../profile/entry.ts';
import type { Micros } from '../../../profile/time.ts';
import { SEQ_END, type Seq } from '../../../profile/token.ts';
import { integer, list, nullable, object, oneOf, type Shape, text } from './shape.ts';

/** Longer texts are cut when they are stored. */
const LONG = text(16_384);
/** The process that recorded it. */
const LABEL = text(256);

export const seq = integer(0, SEQ_END - 1) as Shape<Seq>;
export const micros = integer() as Shape<Micros>;

export const entry: Shape<Entry> = object<Entry>({
  seq,
  time: micros,
  status: integer(0, 999),
  // Behind a proxy, any text of a header.
  ip: text(1024),
  method: LONG,
  url: LONG,
  host: LONG,
  route: LONG,
  operation: LONG,
  duration: integer(),
  requestBytes: integer(),
  responseBytes: integer(),
  userAgent: LONG,
  trace: text(32, /^(?:[0-9a-f]{32})?$/),
  kind: oneOf(...KINDS),
  parent: nullable(seq),
  error: LONG,
  errorGroup: LONG,
  client: oneOf(...CLIENT_CLASSES),
  user: LONG,
  tags: list(LONG, 100),
  queries: integer(),
  queryTime: integer(),
  service: LABEL,
  instance: LABEL,
  environment: LABEL,
  release: LABEL,
  detail: oneOf(...DETAIL_STATES),
});
