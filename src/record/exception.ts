import { cutText } from '../format/cut-text.ts';
import type { Exception } from '../profile/profile.ts';

const MAX_CAUSES = 5;
const MAX_TEXT_LENGTH = 8192;
const MAX_NAME_LENGTH = 200;

/** A thrown value as it is recorded, before redaction; `null` for `undefined` and `null`. */
export function toException(thrown: unknown, depth = 0): Exception | null {
  if (thrown === undefined || thrown === null) return null;
  try {
    return thrown instanceof Error
      ? { ...fromError(thrown), cause: depth < MAX_CAUSES ? toException(thrown.cause, depth + 1) : null }
      : { name: typeof thrown, message: cut(String(thrown)), stack: '', cause: null };
  } catch {
    // A getter threw, or the object can't be converted to a string. The request still failed.
    return { name: 'unreadable', message: '', stack: '', cause: null };
  }
}

function fromError(error: Error): Omit<Exception, 'cause'> {
  const message = String(error.message);
  return {
    name: cut(classOf(error)).slice(0, MAX_NAME_LENGTH),
    message: cut(message),
    stack: cut(framesOf(String(error.stack ?? ''), message)),
  };
}

/** What V8 writes before the message: `Name: ` or `Name [CODE]: `, without the colon if the message is empty. */
const HEAD = /^[\w$.]+(?: \[\w+\])?(?:: |(?=\n|$))/;

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

/** Any code can set `name` and `constructor` to anything, so both are converted to strings. */
function classOf(error: Error): string {
  if (error.name !== 'Error' && error.name) return String(error.name);
  return String(error.constructor?.name || 'Error');
}

function cut(text: string): string {
  return cutText(text, MAX_TEXT_LENGTH);
}
