const WARNINGS: ReadonlySet<string> = new Set(['warn', 'warning']);
const ERRORS: ReadonlySet<string> = new Set([
  'error',
  'fatal',
  'critical',
  'crit',
  'alert',
  'emergency',
  'emerg',
]);

/** Whether a log line is a warning or an error, by the names that loggers have for levels; `null` if it is neither. */
export function loudnessOf(level: string): 'warn' | 'error' | null {
  const name = level.toLowerCase();
  if (ERRORS.has(name)) return 'error';
  return WARNINGS.has(name) ? 'warn' : null;
}
