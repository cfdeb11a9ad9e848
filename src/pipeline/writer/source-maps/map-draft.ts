import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryOr } from '../../../errors.ts';
import { textStart } from '../../../format/cut-text.ts';
import { appPath, isFrame, isLibraryFrame } from '../../../format/stack-frames.ts';
import type { Activity, Exception, Span } from '../../../profile/profile.ts';
import type { Draft, Stage } from '../../draft/draft.ts';
import type { SourceMaps, SourcePlace } from './source-maps.ts';

/** More frames of a stack are not looked at. */
const MAX_FRAMES = 60;
const MAX_LINE = 1000;
const MAX_NAME = 100;
const POSITION = /:(\d{1,7}):(\d{1,7})$/;
/** Loaders write a query after the path. */
const CODE = /\.[cm]?js(?:[?#][^/]*)?$/;
const CALL = /^(\s+at (?:async )?)/;

/** Names sources instead of the code that was made from them: in exceptions and in the places that calls came from. */
export function mapDraft(draft: Draft, maps: SourceMaps): Draft {
  const { detail, fatal, stages } = draft;
  const hasStages = stages.some(({ exception }) => exception);
  if (!fatal && !hasStages && !detail?.exception && !detail?.activity?.spans) return draft;
  return {
    ...draft,
    ...(fatal && { fatal: mapException(fatal, maps) }),
    ...(hasStages && { stages: stages.map((stage) => mapStage(stage, maps)) }),
    detail: detail && {
      ...detail,
      exception: detail.exception && mapException(detail.exception, maps),
      ...(detail.activity && { activity: mapSpans(detail.activity, maps) }),
    },
  };
}

function mapStage(stage: Stage, maps: SourceMaps): Stage {
  return stage.exception ? { ...stage, exception: mapException(stage.exception, maps) } : stage;
}

export function mapException(exception: Exception, maps: SourceMaps): Exception {
  const { cause, errors } = exception;
  return {
    ...exception,
    stack: mapStack(exception, maps),
    cause: cause && mapException(cause, maps),
    ...(errors && { errors: errors.map((error) => mapException(error, maps)) }),
  };
}

function mapSpans(activity: Activity, maps: SourceMaps): Activity {
  const { spans } = activity;
  return spans ? { ...activity, spans: spans.map((span) => mapSpan(span, maps)) } : activity;
}

function mapSpan(span: Span, maps: SourceMaps): Span {
  const { calledFrom } = span;
  return calledFrom === undefined ? span : { ...span, calledFrom: mapCall(calledFrom, maps) };
}

/** The place of a call, such as `dist/pay.js:1:20033`, relative to the working folder. The places that called it follow, one per line. */
export function mapCall(calledFrom: string, maps: SourceMaps): string {
  const places = calledFrom.split('\n');
  const [first = ''] = places;
  const library = findPlace(first, '', maps);
  if (!library) return first;
  const place = places
    .map((each) => findPlace(each, '', maps))
    .find((each) => each !== null && !isLibraryFrame(` ${each.file}`));
  return placeText(place ?? library);
}

function placeText(place: SourcePlace): string {
  const short = isAbsolute(place.file) ? appPath(place.file) : place.file;
  return `${short.startsWith('..') ? place.file : short}:${place.line}:${place.column}`;
}

/** The message is left as it is: it can contain lines that look like frames, and redaction looks for it in the stack. */
function mapStack({ stack, message }: Exception, maps: SourceMaps): string {
  // Without a head, a short message can be part of a frame.
  const hasHead = !isFrame(textStart(stack, MAX_LINE));
  const at = hasHead ? stack.indexOf(message) : 0;
  const end = hasHead && at >= 0 ? at + message.length : 0;
  const lines = stack.slice(end).split('\n');
  // If the message was changed, its old text is before the frames.
  const first = at < 0 ? lines.findLastIndex((line) => line !== '' && !isFrame(line)) + 1 : 0;
  const frames = lines.slice(first, first + MAX_FRAMES).map((line) => readFrame(line, maps));
  if (frames.every((frame) => frame.place === null)) return stack;
  const mapped = frames.map((frame, n) => frameText(frame, frames[n + 1]));
  return (
    stack.slice(0, end) + [...lines.slice(0, first), ...mapped, ...lines.slice(first + MAX_FRAMES)].join('\n')
  );
}

interface Frame {
  readonly line: string;
  /** `    at ` */
  readonly start: string;
  /** The function; empty if there is none. */
  readonly name: string;
  readonly place: SourcePlace | null;
}

function readFrame(line: string, maps: SourceMaps): Frame {
  const start = line.length > MAX_LINE ? '' : (CALL.exec(line)?.[1] ?? '');
  if (start === '' || isLibraryFrame(line)) return { line, start, name: '', place: null };
  const call = line.slice(start.length).trimEnd();
  const open = call.endsWith(')') ? call.indexOf(' (') : -1;
  const name = open < 0 ? '' : call.slice(0, open);
  const location = open < 0 ? call : call.slice(open + 2, -1);
  return { line, start, name, place: findPlace(location, shortNameOf(name), maps) };
}

function frameText({ line, start, name, place }: Frame, caller: Frame | undefined): string {
  if (!place) return line;
  const location = `${place.file}:${place.line}:${place.column}`;
  const ownName = place.isShortened ? sourceName(name, caller) : name;
  return ownName === '' ? `${start}${location}` : `${start}${ownName} (${location})`;
}

/** The part of a name that a minifier would have changed: `t` of `t`, `async t`, `t.total`, `new t`. */
function shortNameOf(name: string): string {
  if (name.length > MAX_NAME) return '';
  return /^(?:new )?(?:async )?([\w$]+)/.exec(name)?.[1] ?? '';
}

/** The name of a method is that of the source. The name of a function may be at the place where it was called. */
function sourceName(name: string, caller: Frame | undefined): string {
  const dot = name.lastIndexOf('.');
  if (dot >= 0) return name.slice(dot + 1);
  const isCall = caller?.place && !caller.start.endsWith('async ') && !name.startsWith('new ');
  return isCall ? (caller.place?.name ?? '') : '';
}

function findPlace(location: string, name: string, maps: SourceMaps): SourcePlace | null {
  const found = location.length > MAX_LINE ? null : POSITION.exec(location);
  if (!found) return null;
  const [position, line, column] = found;
  const path = location.slice(0, -position.length);
  const file = CODE.test(path) ? pathOf(path) : '';
  return file === '' ? null : maps.find(file, Number(line), Number(column), name);
}

function pathOf(location: string): string {
  return tryOr('', () =>
    location.startsWith('file:') ? fileURLToPath(location.replace(/[?#].*$/, '')) : resolve(location),
  );
}
