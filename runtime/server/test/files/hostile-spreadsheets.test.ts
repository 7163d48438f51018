/** Imports of hostile spreadsheets over HTTP: huge when unpacked, with a false size, or with cells that a reader might skip. */
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientOf, type Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Stock

## 1. What the product does and for whom

- **Name**: Stock
- **Sign-in**: email and password; by invitation

For whom:

- **Keeper** — keeps the stock
- **Guest** — looks

## 2. Screens and routes

none

## 3. Entities and their fields

### Good

- code: text, required
- stocked on: date
- counted at: date and time
- opens: time
- amount: number
- sold: yes/no

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

- **Keeper**
- **Guest**

| | Keeper | Guest |
|---|---|---|
| Good | all | read |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const bytesOf = (part: string): Uint8Array => new TextEncoder().encode(part);
const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook whose sheets stand in this order, each with its file and the XML of its rows. */
function workbook(sheets: readonly (readonly [file: string, rows: string])[], more: Readonly<Record<string, string>> = {}): Uint8Array {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook ${namespace} xmlns:r="${office}"><sheets>${sheets.map((_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets.map(([file], i) => `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/${file}"/>`).join("")}<Relationship Id="rId90" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId91" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ...Object.fromEntries(sheets.map(([file, rows]) => [`xl/worksheets/${file}`, `<worksheet ${namespace}><sheetData>${rows}</sheetData></worksheet>`])),
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, bytesOf(part)])), { level: 9 });
}

const row = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.map((cell, i) => `<c r="${"ABCDEFG"[i]}${number}" t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;

let served: Served;
let keeper: Client;
let guest: Client;
beforeAll(async () => {
  served = await serveProduct(text);
  [keeper, guest] = [await served.person("keeper@example.test", "Keeper"), await served.person("guest@example.test", "Guest")];
}, 60_000);
afterAll(() => served?.close());

const send = (who: Client, file: Uint8Array) => who("POST", "/api/goods/import", file, { "content-type": xlsx });

/** 300,000 cells in the last column there is: some 67 KB that would become 5,000,000,000 cells. */
const wide = workbook([["sheet1.xml", Array.from({ length: 300_000 }, (_, i) => `<row r="${i + 1}"><c r="XFD${i + 1}" t="str"><v>x</v></c></row>`).join("")]]);

it("handles other requests while it reads a spreadsheet, and refuses one that is too large", async () => {
  let isDone = false;
  const response = send(keeper, wide).finally(() => (isDone = true));
  let meanwhile = 0;
  while (!isDone && meanwhile < 3) {
    expect((await guest("GET", "/api/goods")).status).toBe(200);
    if (!isDone) meanwhile++;
  }
  expect(meanwhile).toBe(3);
  const refused = await response;
  expect([refused.status, refused.body.code]).toEqual([413, "too-large"]);
  expect(refused.body.detail).toMatch(/^The spreadsheet is too large: it has \d+ rows of 16384 columns\. Remove/);
  expect(served.bugs).toEqual([]);
});

it("checks permission before it reads the file", async () => {
  const responses = await Promise.all([send(clientOf(served.server.address), wide), send(guest, wide), send(guest, bytesOf("no spreadsheet at all"))]);
  expect(responses.map((t) => t.status)).toEqual([401, 403, 403]);
});

it.each([
  ["more than can be unpacked", workbook([["sheet1.xml", " ".repeat(61_000_000)]]), 413, /more than 60 MB unpacked/],
  ["a row very far down", workbook([["sheet1.xml", row(1, ["code"]) + row(900_000_000, ["x"])]]), 413, /more than 1048576 rows/],
  ["a million cells", workbook([["sheet1.xml", `<row r="1">${'<c r="A1"><v>1</v></c>'.repeat(1_000_000)}</row>`]]), 413, /more than 500000 filled cells/],
  [
    "too many lines",
    workbook([["sheet1.xml", Array.from({ length: 30_000 }, (_, i) => row(i + 1, ["code"])).join("")]]),
    422,
    /^This file has 30000 lines\. An import can have at most 10000\.$/,
  ],
  ["a zip of something else", zipSync({ "a.txt": bytesOf("a") }), 400, /isn't a spreadsheet/],
  ["the start of a zip alone", wide.slice(0, 2000), 400, /can't be read/],
])("refuses a file with %s", async (_, file, status, detail) => {
  const response = await send(keeper, file);
  expect([response.status, response.body.detail]).toEqual([status, expect.stringMatching(detail)]);
  expect(served.bugs).toEqual([]);
});

it("refuses a file that is larger than it says", async () => {
  const file = workbook([["sheet1.xml", " ".repeat(5_000_000)]]);
  const view = new DataView(file.buffer);
  for (let at = 0; at < file.length - 4; at++)
    if (view.getUint32(at, true) === 5_000_000 + `<worksheet ${namespace}><sheetData></sheetData></worksheet>`.length) view.setUint32(at, 100, true);
  expect((await send(keeper, file)).status).toBe(400);
});

it("reads the first sheet of the workbook, dates and times as displayed, and no phonetic guides", async () => {
  const first =
    row(1, ["code", "stocked on", "counted at", "opens", "amount", "sold"]) +
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>46082.5</v></c><c r="C2" s="1"><v>46082</v></c><c r="D2" s="2"><v>0.5</v></c><c r="E2"><v>0.30000000000000004</v></c><c r="F2" t="b"><v>1</v></c></row>';
  const shared = `<sst ${namespace}><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si></sst>`;
  const styles = `<styleSheet ${namespace}><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/></cellXfs></styleSheet>`;
  const response = await send(
    keeper,
    workbook(
      [
        ["sheet2.xml", first],
        ["sheet1.xml", row(1, ["nothing"])],
      ],
      { "xl/sharedStrings.xml": shared, "xl/styles.xml": styles },
    ),
  );
  expect([response.status, response.body]).toEqual([200, { created: 1, updated: 0 }]);
  const [made] = (await keeper("GET", "/api/goods")).body.items;
  expect([made.code, made.stockedOn, made.countedAt, made.opens, made.amount, made.sold]).toEqual([
    "東京",
    "2026-03-01",
    "2026-03-01T00:00:00Z",
    "12:00",
    "0.30000000000000004",
    true,
  ]);
});

it("doesn't read a cell with an error as empty", async () => {
  const response = await send(keeper, workbook([["sheet1.xml", `${row(1, ["code", "amount"])}<row r="2"><c r="A2" t="str"><v>a</v></c><c r="B2" t="e"><v>#N/A</v></c></row>`]]));
  expect([response.status, response.body.errors.map((e: { row: number; field: string }) => [e.row, e.field])]).toEqual([422, [[2, "amount"]]]);
});
