const TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  har: 'application/json; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;

export type FileKind = keyof typeof TYPES;

/** The headers of a file to keep. Its name is made of our own words, whatever was asked for. */
export function attachment(kind: FileKind, about: string): Record<string, string> {
  const name = `gatebook-${about.replace(/[^A-Za-z0-9-]+/g, '-')}.${kind}`;
  return { 'Content-Type': TYPES[kind], 'Content-Disposition': `attachment; filename="${name}"` };
}
