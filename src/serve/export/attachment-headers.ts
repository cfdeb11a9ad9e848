const TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  har: 'application/json; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;

export type FileKind = keyof typeof TYPES;

/** The headers of a download. The label becomes part of the file name, with only letters, digits and dashes. */
export function attachmentHeaders(kind: FileKind, label: string): Record<string, string> {
  const name = `gatebook-${label.replace(/[^A-Za-z0-9-]+/g, '-')}.${kind}`;
  return { 'Content-Type': TYPES[kind], 'Content-Disposition': `attachment; filename="${name}"` };
}
