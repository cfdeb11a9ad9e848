import { type Body, type BodyPart, MISSING_BODY_REASONS } from '../../../profile/body.ts';
import type {
  Detail,
  Exception,
  LogLine,
  Note,
  Omitted,
  Phases,
  Profile,
  Span,
} from '../../../profile/profile.ts';
import { entry, seq } from './entry-shape.ts';
import {
  BadInput,
  decimal,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  pair,
  type Shape,
  text,
} from './shape.ts';

/** Far more than is recorded: a line has a limit of its own. */
const MAX_ITEMS = 10_000;
const MAX_HEADERS = 1000;
/** Causes and combined errors inside each other. */
const MAX_DEPTH = 12;

/** Several times what is recorded of a text. Redacting more would take too long. */
const LONG = text(65_536);
const BODY = text(600_000);
const NAME = text(1000);
const optionalText = optional(LONG);
const optionalNumber = optional(decimal);

const header = pair(NAME, nullable(text(16_384)));

function exceptionAt(depth: number): Shape<Exception> {
  return (value, path) => {
    if (depth > MAX_DEPTH) throw new BadInput(`${path} is nested too deeply`);
    const inner = exceptionAt(depth + 1);
    return object<Exception>({
      name: LONG,
      message: LONG,
      stack: LONG,
      cause: nullable(inner),
      fields: optionalText,
      errors: optional(list(inner, 100)),
      moreErrors: optional(integer()),
      isError: optional(oneOf(false)),
    })(value, path);
  };
}

const body = object<Body>({
  type: NAME,
  bytes: integer(),
  text: optional(BODY),
  parts: optional(list(object<BodyPart>({ name: NAME, type: NAME, size: optional(integer()) }), 1000)),
  cut: optional(oneOf(true)),
  missing: optional(oneOf(...MISSING_BODY_REASONS)),
});

const span = object<Span>({
  kind: oneOf('operation', 'app', 'sub', 'sql', 'document', 'cache', 'http', 'otel'),
  name: LONG,
  at: decimal,
  duration: nullable(decimal),
  parent: nullable(integer()),
  system: optional(NAME),
  database: optional(NAME),
  wait: optionalNumber,
  rows: optionalNumber,
  transaction: optionalNumber,
  calledFrom: optionalText,
  status: optionalNumber,
  error: optionalText,
});

const log = object<LogLine>({
  at: decimal,
  source: oneOf('console', 'pino', 'stdout', 'stderr', 'app'),
  level: NAME,
  text: LONG,
  fields: optionalText,
});

const detail = object<Detail>({
  httpVersion: text(16),
  socketIp: text(64),
  requestHeaders: list(header, MAX_HEADERS),
  responseHeaders: list(header, MAX_HEADERS),
  exception: nullable(exceptionAt(0)),
  requestBody: optional(body),
  responseBody: optional(body),
  phases: optional(object<Phases>({ handler: optionalNumber, headers: optionalNumber, finished: decimal })),
  logs: optional(list(log, MAX_ITEMS)),
  spans: optional(list(span, MAX_ITEMS)),
  notes: optional(list(object<Note>({ key: LONG, value: LONG }), MAX_ITEMS)),
  cpu: optionalNumber,
  loopDelay: optionalNumber,
  held: optionalNumber,
  waitedFor: optional(object({ seq, duration: decimal })),
  endedBy: optional(NAME),
  omitted: optional(
    object<Omitted>({
      logs: optionalNumber,
      spans: optionalNumber,
      notes: optionalNumber,
      tags: optionalNumber,
      subRequests: optionalNumber,
    }),
  ),
});

export const profile: Shape<Profile> = object<Profile>({ entry, detail: nullable(detail) });
