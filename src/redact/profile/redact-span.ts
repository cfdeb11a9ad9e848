import type { Note, Span } from '../../profile/profile.ts';
import type { Redaction } from '../redaction.ts';
import { commandFingerprint, redactStatementError } from '../sql/statement.ts';

export function redactNote({ key, value }: Note, redaction: Redaction): Note {
  return { key: redaction.text(key), value: redaction.value(key, value) };
}

export function redactSpan(span: Span, redaction: Redaction): Span {
  const { kind, system, database, calledFrom, error } = span;
  const name = redactName(span, redaction);
  const plainError = error && kind === 'sql' ? redactStatementError(error, name) : error;
  const redacted: { -readonly [Key in keyof Span]: Span[Key] } = { ...span, name };
  if (system !== undefined) redacted.system = redaction.text(system);
  if (database !== undefined) redacted.database = redaction.text(database);
  if (calledFrom !== undefined) redacted.calledFrom = redaction.text(calledFrom);
  if (plainError !== undefined) redacted.error = redaction.text(plainError);
  return redacted;
}

function redactName({ kind, name, system = '' }: Span, redaction: Redaction): string {
  if (kind === 'sql') return redaction.statement(name, system);
  if (kind === 'cache') return redaction.text(commandFingerprint(name));
  if (kind !== 'http') return redaction.text(name);
  const space = name.indexOf(' ');
  return `${redaction.text(name.slice(0, space))} ${redaction.url(name.slice(space + 1))}`;
}
