import type { Exception } from '../profile/profile.ts';
import { redactText } from '../profile/redact-text.ts';

const MAX_CAUSES = 5;
const MAX_TEXT = 8192;

/** What was thrown, as it is kept; `null` when there is nothing to tell. */
export function toException(thrown: unknown, depth = 0): Exception | null {
  if (thrown === undefined || thrown === null) return null;
  if (!(thrown instanceof Error)) {
    return { name: typeof thrown, message: clean(String(thrown)), stack: '', cause: null };
  }
  const head = `${thrown.name}: ${thrown.message}`;
  const stack = String(thrown.stack ?? '');
  return {
    name: errorClass(thrown),
    message: clean(String(thrown.message)),
    stack: clean(stack.startsWith(head) ? stack.slice(head.length).replace(/^\n/, '') : stack),
    cause: depth < MAX_CAUSES ? toException(thrown.cause, depth + 1) : null,
  };
}

/** The class an error is searched by. */
export function errorClass(thrown: unknown): string {
  if (!(thrown instanceof Error)) return thrown === undefined || thrown === null ? '' : typeof thrown;
  const { name } = thrown.constructor;
  return (thrown.name !== 'Error' && thrown.name) || name || 'Error';
}

function clean(text: string): string {
  return redactText(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…cut` : text);
}
