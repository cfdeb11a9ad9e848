/** Writes a line to stderr, marked as ours. */
export function warn(message: string): void {
  process.stderr.write(`gatebook: ${message}\n`);
}
