/** Characters that start a formula in a spreadsheet. */
export const FORMULA_START = ['=', '+', '-', '@', '\t', '\r'];

/** A strict RFC 4180 parser, independent of the code that writes the CSV. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        if (at >= text.length) throw new Error('unclosed quote');
        cell += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    } else {
      for (; at < text.length && !/[,\r\n]/.test(text[at] ?? ''); at++) {
        if (text[at] === '"') throw new Error('quote inside an unquoted cell');
        cell += text[at];
      }
    }
    row.push(cell);
    if (text[at] === ',') {
      at++;
      if (at === text.length) row.push('');
    } else if (text.startsWith('\r\n', at)) {
      rows.push(row);
      row = [];
      at += 2;
    } else throw new Error(`expected a comma or the end of a row at ${at}`);
  }
  return rows;
}
