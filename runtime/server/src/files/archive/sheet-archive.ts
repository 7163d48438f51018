/**
 * An xlsx file of one sheet that is compressed while its rows are added: only the compressed bytes are kept. Texts are written
 * into their cells (`inlineStr`, ECMA-376 part 1, 18.18.11), so that no table of all texts has to be kept either.
 */
import { Zip, ZipDeflate } from "fflate";

export interface Cell {
  readonly value: string | number;
  readonly isBold?: boolean;
}

export interface SheetArchive {
  /** Null: an empty cell. */
  add(rows: readonly (readonly (Cell | null)[])[]): void;
  end(): Buffer;
}

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The other files of the archive. Style 1 is bold. */
const parts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  "_rels/.rels": `${head}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  "xl/workbook.xml": `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/styles.xml": `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
};

export function sheetArchive(): SheetArchive {
  const chunks: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failed = error;
    else chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(parts)) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(Buffer.from(text), true);
  }
  const sheet = new ZipDeflate("xl/worksheets/sheet1.xml");
  zip.add(sheet);
  let count = 0;
  sheet.push(Buffer.from(`${head}<worksheet xmlns="${main}"><sheetData>`));
  return {
    add: (rows) => void sheet.push(Buffer.from(rows.map((cells) => rowXml(cells, ++count)).join(""))),
    end: () => {
      sheet.push(Buffer.from("</sheetData></worksheet>"), true);
      zip.end();
      if (failed) throw failed;
      return Buffer.concat(chunks);
    },
  };
}

const rowXml = (cells: readonly (Cell | null)[], row: number): string =>
  `<row r="${row}">${cells.map((cell, column) => (cell ? cellXml(cell, nameOf(column) + row) : "")).join("")}</row>`;

function cellXml({ value, isBold }: Cell, at: string): string {
  const style = isBold ? ` s="1"` : "";
  if (typeof value === "number") return `<c r="${at}"${style}><v>${value}</v></c>`;
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
}

/** A to Z, then AA. */
function nameOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? nameOf(rest - 1) : "") + String.fromCharCode(65 + (column % 26));
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Without the characters that XML can't hold (XML 1.0, 2.2). */
const escapeXml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[&<>]/g, (one) => entities[one]!).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "");
