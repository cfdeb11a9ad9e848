import { tryOr } from '../errors.ts';
import { cutText, textStart } from '../format/cut-text.ts';
import { isFrame, isLibraryFrame } from '../format/stack-frames.ts';
import { className, dataOf, ownData } from './plain-data.ts';

const MAX_LENGTH = 8192;
/** Frames further down are not looked at. */
const MAX_READ = 65_536;
const MAX_CALL_SITES = 50;
/** What V8 writes before the message: `Name: ` or `Name [CODE]: `, without the colon if the message is empty. */
const HEAD = /^[\w$.]+(?: \[\w+\])?(?:: |(?=\n|$))/;

/** V8's own getter of `stack`. Each realm has one. */
const NATIVE_GET = Object.getOwnPropertyDescriptor(new Error(), 'stack')?.get;
const NATIVE_TEXT = NATIVE_GET && Function.prototype.toString.call(NATIVE_GET);

/** The frames of an error. If they are too long, those of the app are kept first. */
export function readStack(error: object, message: string): string {
  const stack = framesOf(textOf(stackOf(error)), message);
  return stack.length > MAX_LENGTH ? cutStack(stack) : stack;
}

/** A getter that the app has defined is not called. */
function stackOf(error: object): unknown {
  const own = Object.getOwnPropertyDescriptor(error, 'stack');
  if (!own) return dataOf(error, 'stack');
  const { get } = own;
  if (!get) return own.value;
  // Error.prepareStackTrace may throw.
  return isNative(get) ? tryOr(undefined, () => Reflect.apply(get, error, [])) : undefined;
}

function isNative(get: () => unknown): boolean {
  if (get === NATIVE_GET) return true;
  // A bound function has the same text, but a name.
  return Function.prototype.toString.call(get) === NATIVE_TEXT && ownData(get, 'name') === '';
}

/** The app can make `Error.prepareStackTrace` return a list of V8's call sites. */
function textOf(stack: unknown): string {
  if (typeof stack === 'string') return stack;
  if (!Array.isArray(stack)) return '';
  return stack
    .slice(0, MAX_CALL_SITES)
    .filter((site) => typeof site === 'object' && site !== null && className(site) === 'CallSite')
    .map((site) => `    at ${String(site)}`)
    .join('\n');
}

/**
 * The stack without its head, if the head is the one that V8 wrote for this message: lines of a message can look like
 * frames. Any other stack is kept whole, and then its first line is not a frame.
 */
function framesOf(stack: string, message: string): string {
  const start = HEAD.exec(stack)?.[0].length ?? 0;
  if (start === 0 || !stack.startsWith(message, start)) return stack;
  const rest = stack.slice(start + message.length);
  return rest === '' || rest.startsWith('\n') ? rest.slice(1) : stack;
}

function cutStack(stack: string): string {
  const lines = textStart(stack, MAX_READ).split('\n');
  if (stack.length > MAX_READ) lines.pop();
  // Any other line may be part of a secret that has several.
  if (!lines.every(isFrame)) return cutText(stack, MAX_LENGTH);
  const kept = new Set<number>();
  let left = MAX_LENGTH;
  const keep = (isKept: (line: string) => boolean) => {
    for (const [index, line] of lines.entries()) {
      if (kept.has(index) || line.length >= left || !isKept(line)) continue;
      kept.add(index);
      left -= line.length + 1;
    }
  };
  keep((line) => !isLibraryFrame(line));
  keep(() => true);
  const frames = lines.filter((_, index) => kept.has(index));
  return [...frames, `    at … ${lines.length - kept.size} more frames`].join('\n');
}
