/** What a spreadsheet takes for the start of a formula. */
export const FORMULA_START = ['=', '+', '-', '@', '\t', '\r'];

/** RFC 4180, read by somebody else's rules than those it was written with. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        if (at >= text.length) throw new Error('a quote is not closed');
        cell += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    } else {
      for (; at < text.length && !/[,\r\n]/.test(text[at] ?? ''); at++) {
        if (text[at] === '"') throw new Error('a quote inside a cell without quotes');
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
    } else throw new Error(`neither a comma nor the end of a row at ${at}`);
  }
  return rows;
}
