const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  har: 'application/json; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** The headers of a download. The label becomes part of the file name, with only letters, digits and dashes. */
export function attachmentHeaders(extension: string, label: string): Record<string, string> {
  const name = `gatebook-${label.replace(/[^A-Za-z0-9-]+/g, '-')}.${extension}`;
  const type = TYPES[extension] ?? 'text/plain; charset=utf-8';
  return { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` };
}
