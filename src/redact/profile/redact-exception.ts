import type { Exception } from '../../profile/profile.ts';
import type { Redaction } from '../redaction.ts';

const OPENS_JSON = /^\s*[[{]/;

export function redactException(exception: Exception, redaction: Redaction): Exception {
  const { name, message, cause, fields, errors, ...rest } = exception;
  return {
    ...rest,
    name: redaction.text(name),
    message: redaction.errorText(message),
    stack: redactStack(exception, redaction),
    cause: cause && redactException(cause, redaction),
    ...(fields !== undefined && { fields: redaction.errorFields(fields) }),
    ...(errors && { errors: errors.map((error) => redactException(error, redaction)) }),
  };
}

/** The message and the frames apart: a statement in the message has no certain end. */
function redactStack({ message, stack }: Exception, redaction: Redaction): string {
  const at = stack.indexOf(message);
  if (at < 0) return redaction.text(stack);
  const end = at + message.length;
  const head = OPENS_JSON.test(message)
    ? redaction.text(stack.slice(0, at)) + redaction.errorText(message)
    : redaction.text(stack.slice(0, end));
  return head + redaction.text(stack.slice(end));
}
