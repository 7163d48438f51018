/** A list in one cell of a file, as people write it: `red; green`. An item that would be read differently is put in quotation marks. */
export const formatListCell = (texts: readonly string[]): string => texts.map((one) => (/;|^["\s]|\s$/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)).join("; ");

const element = /\s*(?:"((?:[^"]|"")*)"\s*(?=;|$)|([^;]*))(?:;|$)/y;

export function parseListCell(cell: string): string[] {
  const texts: string[] = [];
  for (element.lastIndex = 0; element.lastIndex < cell.length;) {
    const [, quoted, plain] = element.exec(cell)!;
    const text = quoted === undefined ? plain!.trim() : quoted.replaceAll('""', '"');
    if (text !== "") texts.push(text);
  }
  return texts;
}
