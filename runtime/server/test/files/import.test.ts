/** Imports over HTTP: CSV and spreadsheets, all lines or none, with each line's problems. */
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { compile } from "@nonet/compiler";
import { openEngine, type Engine } from "@nonet/engine";
import { startServer } from "../../src/start-server.ts";
import { type Server } from "../../src/http/server-options.ts";
import { become, type Client } from "../desk.ts";

const text = `# Specification: Stock

## 1. What the product does and for whom

- **Name**: Stock
- **Currency**: EUR
- **Sign-in**: email and password; by invitation

For whom:

- **Keeper** — keeps the stock
- **Guest** — looks

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /goods | Goods | list of Good | everyone |

### Goods

- Columns: code, name, kind, price
- Import: csv
- Export: csv

## 3. Entities and their fields

### Kind

- name: text, required, unique

Initial records:

| name |
|---|
| Tool |
| Paint |

### Good

- code: text, required, unique, matching \`^[A-Z][0-9]+$\`
- name: text, required, at most 20 characters
- kind: Kind, required
- price: money, at least 0, default 1
- stocked on: date
- sold: yes/no, default no
- colours: any of (red, green)
- marks: list of text
- also: list of Kind
- remark: long text, at most 40000 characters
- number: gapless sequence \`{000}\`
- worth: money = \`price * 2\`

## 4. States and transitions

none

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too dear | Good | \`price <= 100\` | TOO_DEAR at price |
| Little in all | Good | \`sum(Good.price) <= 300\` | TOO_MUCH |
| Cheap is odd | Good | \`price > 0\` | warn ODD_PRICE at price |

## 6. Roles and permissions

- **Keeper**
- **Guest**

| | Keeper | Guest |
|---|---|---|
| Good | all | read |
| Kind | read, create | – |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_DEAR | 422 | {price} is too dear. |
| TOO_MUCH | 422 | All goods together are worth too much. |
| ODD_PRICE | 422 | It costs nothing. |

## 9. Business constants and limits

none
`;

let folder: string;
let engine: Engine;
let server: Server;
let keeper: Client;
let guest: Client;

beforeAll(async () => {
  const { product, diagnostics } = compile([{ name: "stock.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  folder = await mkdtemp(join(tmpdir(), "nonet-import-"));
  await chmod(folder, 0o711);
  const opened = await openEngine({ product, database: await freshDatabase(), files: join(folder, "files"), rehearse: true, environment: {} });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  engine = opened.value;
  server = await startServer({
    engine,
    port: 0,
    host: "127.0.0.1",
    productData: () => ({}),
    documentData: () => ({}),
    sentences: () => [],
    staticFolder: null,
    secureCookies: false,
  });
  [keeper, guest] = [await become(server.address, "keeper"), await become(server.address, "guest")];
});

afterAll(async () => {
  await server?.close();
  await engine?.close();
  await rm(folder, { recursive: true, force: true });
});

const send = (who: Client, csv: string, query = "") => who("POST", `/api/goods/import${query}`, csv, { "content-type": "text/csv" });
const goods = async (): Promise<string[]> =>
  (await keeper("GET", "/api/goods?sort=code")).body.items.map(
    (g: Record<string, unknown>) => `${g["code"]} ${g["name"]} ${(g["kind"] as { shownAs: string }).shownAs} ${g["price"]} ${g["number"]}`,
  );
const problems = (body: { errors: { row: number; field: string; code: string }[] }): string[] => body.errors.map((e) => `${e.row} ${e.field} ${e.code}`);

it("imports every line if none has a problem, with defaults, references by name and values as people write them", async () => {
  const told = await send(
    keeper,
    'code;name;kind;price;stocked on;sold;colours\r\nA1;"Saw; long";Tool;12.50;2026-03-01;yes;red; green\r\n'.replace("red; green", '"red; green"') + "A2;Brush;Paint;;;;\r\n",
  );
  expect([told.status, told.body]).toEqual([200, { created: 2, updated: 0 }]);
  expect(await goods()).toEqual(["A1 Saw; long Tool 12.50 001", "A2 Brush Paint 1.00 002"]);
  const [first] = (await keeper("GET", "/api/goods?code=A1")).body.items;
  expect([first.sold, first.colours, first.stockedOn]).toEqual([true, ["red", "green"], "2026-03-01"]);
});

it("reports every line's problems by line number and stores nothing, not even a number of the sequence", async () => {
  const before = await goods();
  const told = await send(keeper, `code,name,kind,price\nB1,Good,Tool,3\nb2,Low,Tool,3\nB3,${"x".repeat(21)},Wood,3\nB4,"Two\nlines",Tool,101\nA1,Taken,Tool,3\nB6,,Tool,ten\n`);
  expect(told.status).toBe(422);
  expect(problems(told.body)).toEqual(["3 code invalid-value", "4 kind invalid-value", "5 price TOO_DEAR", "7 code not-unique", "8 price invalid-value", "8 name required"]);
  expect(await goods()).toEqual(before);
  expect((await send(keeper, "code,name,kind\nB1,Next,Tool\n")).status).toBe(200);
  expect((await goods()).at(-1)).toBe("B1 Next Tool 1.00 003");
});

it("refuses a line with more cells than headers, and accepts empty cells at its end", async () => {
  const before = await goods();
  const told = await send(keeper, "code,name,kind,price\nF1,Fit,Tool,1,,\nF2,Comma,Tool,2,5\nF3,Bad,Wood,1\nF4,Late,Tool,1,,x\n");
  expect(told.status).toBe(422);
  expect(problems(told.body)).toEqual(["3 null invalid-value", "4 kind invalid-value", "5 null invalid-value"]);
  expect(told.body.errors[0].detail).toBe(
    'This line has more cells than there are headers: "5" in cell 5 has no header. Put values that contain a comma or another separator in quotation marks, or name the column in the first line.',
  );
  expect(told.body.errors[2].detail).toContain('"x" in cell 6 ');
  // A header that names nothing is none.
  expect(problems((await send(keeper, "code,,name,kind,price,\nF1,,Fit,Tool,1,\nF2,lost,Fit,Tool,1,\nF3,,Fit,Tool,1,lost\n")).body)).toEqual([
    "3 null invalid-value",
    "4 null invalid-value",
  ]);
  const sheet = await writeXlsxFile([
    [{ value: "code" }, { value: "name" }, { value: "kind" }],
    [{ value: "F1" }, { value: "Fit" }, { value: "Tool" }, { value: "lost" }],
  ]).toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(sheet)]), "goods.xlsx");
  const refused = await keeper("POST", "/api/goods/import", form);
  expect([refused.status, problems(refused.body)]).toEqual([422, ["2 null invalid-value"]]);
  expect(refused.body.errors[0].detail).toMatch(/"lost" in cell 4 has no header\. Empty the cell, or name/);
  expect(await goods()).toEqual(before);
  expect((await send(keeper, "code,name,kind,price\nF1,Fit,Tool,1,,\n", "?dryRun=true")).body).toEqual({ created: 1, updated: 0, dryRun: true });
});

it("checks rules over all lines together", async () => {
  const told = await send(keeper, `code,name,kind,price\n${[1, 2, 3, 4].map((n) => `C${n},Dear,Tool,90`).join("\n")}\n`);
  expect(problems(told.body)).toEqual(["5 null TOO_MUCH"]);
  expect((await goods()).some((g) => g.startsWith("C"))).toBe(false);
});

it("updates records that a unique field identifies, with `match`", async () => {
  expect((await send(keeper, "code,price\nA2,7\n")).status).toBe(422);
  const told = await send(keeper, "Code,Price\nA2,7\nB1,8\n", "?match=code");
  expect([told.status, told.body]).toEqual([200, { created: 0, updated: 2 }]);
  expect(await goods()).toEqual(["A1 Saw; long Tool 12.50 001", "A2 Brush Paint 7.00 002", "B1 Next Tool 8.00 003"]);
  expect(problems((await send(keeper, "code,price\nA2,1\nA2,2\n", "?match=code")).body)).toEqual(["3 code not-unique"]);
  expect((await send(keeper, "code,price\nA2,1\n", "?match=name")).status).toBe(400);
});

it("stores nothing in a dry run, and asks to confirm warnings", async () => {
  const dry = await send(keeper, "code,name,kind\nD1,Try,Tool\n", "?dryRun=true");
  expect([dry.status, dry.body]).toEqual([200, { created: 1, updated: 0, dryRun: true }]);
  expect((await goods()).some((g) => g.startsWith("D1"))).toBe(false);
  const warned = await send(keeper, "code,name,kind,price\nD2,Free,Tool,0\n");
  expect([warned.status, warned.body.confirm, problems(warned.body)]).toEqual([422, ["ODD_PRICE"], ["2 price ODD_PRICE"]]);
  expect((await send(keeper, "code,name,kind,price\nD2,Free,Tool,0\n", "?confirm=ODD_PRICE")).status).toBe(200);
});

it("refuses what the actor may not do, fields that nobody can write, and formats that the screen doesn't list", async () => {
  expect((await send(guest, "code,name,kind\nE1,No,Tool\n")).status).toBe(403);
  expect((await send(keeper, "code,name,kind,worth\nE1,No,Tool,3\n")).body.code).toBe("unknown-field");
  expect((await send(keeper, "code,nam,kind\nE1,No,Tool\n")).body.detail).toMatch(/name/);
  expect((await send(keeper, "code,name,kind\n")).status).toBe(400);
  const sheet = await writeXlsxFile([
    [{ value: "code" }, { value: "name" }, { value: "kind" }, { value: "price" }, { value: "stocked on" }],
    [{ value: "X1" }, { value: "R & D" }, { value: "Paint" }, { value: 2.5, type: Number }, { value: new Date(Date.UTC(2026, 2, 1)), type: Date, format: "yyyy-mm-dd" }],
  ]).toBuffer();
  const form = (): FormData => {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(sheet)]), "goods.xlsx");
    return body;
  };
  expect((await keeper("POST", "/api/goods/import?screen=Goods", form())).body.detail).toMatch(/no import of xlsx/);
  expect((await keeper("POST", "/api/goods/import", form())).body).toEqual({ created: 1, updated: 0 });
  const [made] = (await keeper("GET", "/api/goods?code=X1")).body.items;
  expect([made.name, made.price, made.stockedOn]).toEqual(["R & D", "2.50", "2026-03-01"]);
});

it("imports its own export without a change", async () => {
  const out = await keeper("GET", "/api/goods/export?format=csv&fields=code,name,kind,price");
  const told = await send(keeper, out.body, "?match=code");
  expect([told.status, told.body.created]).toEqual([200, 0]);
});

it("imports any exported text unchanged, from CSV and from a spreadsheet", async () => {
  const kinds = await Promise.all([`semi; "colon"`, `"quoted"`, "plain, comma", " between blanks "].map(async (name) => (await keeper("POST", "/api/kinds", { name })).body.id));
  const texts = [
    "=1+1",
    "'=1+1",
    "''-x",
    "'said",
    "-5",
    "1.10",
    "007",
    "2026-03-01",
    "TRUE",
    "@x",
    "'\t=x",
    '"',
    "a;b",
    "  between blanks \t",
    " ",
    "two\r\nlines\n",
    "\u00a0\u2003",
    "_x0041_",
  ];
  const { token } = (await keeper("POST", "/api/sign-in", { email: "keeper@example.test", password: "rehearsal" })).body;
  for (const [i, one] of texts.entries()) {
    const made = await keeper("POST", "/api/goods", {
      code: `K${i}`,
      name: "N",
      kind: kinds[i % 4],
      price: "0.01",
      remark: one,
      marks: [one.replace("\t", ""), "b, c", `5" d`],
      also: kinds,
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
  }
  const held = async () =>
    (await keeper("GET", "/api/goods?limit=100&sort=code")).body.items.map((g: Record<string, unknown>) => [g["code"], g["remark"], g["marks"], g["also"], g["kind"]]);
  const before = await held();
  for (const format of ["csv", "xlsx"]) {
    const out = await fetch(`${server.address}/api/goods/export?format=${format}&fields=code,remark,marks,also,kind`, { headers: { authorization: `Bearer ${token}` } });
    const form = new FormData();
    form.append("file", new Blob([await out.arrayBuffer()]), `goods.${format}`);
    const told = await keeper("POST", "/api/goods/import?match=code", form);
    expect([format, told.status, told.body.created]).toEqual([format, 200, 0]);
    expect(await held()).toEqual(before);
  }
});

it("refuses to export a text that is too long for a cell, and names it", async () => {
  const made = await keeper("POST", "/api/goods", { code: "L1", name: "Long", kind: { name: "Tool" }, price: "0.01", remark: "x".repeat(32_768) });
  const asked = "fields=code,remark&sort=-code&code=L1";
  const told = await keeper("GET", `/api/goods/export?format=xlsx&${asked}`);
  expect([told.status, told.body.code]).toEqual([422, "too-long-for-cell"]);
  expect(told.body.detail).toBe(
    `A cell of a spreadsheet can hold at most 32767 characters. These are longer: remark in line 2 (record ${made.body.id}). Export the list as CSV, which has no limit.`,
  );
  expect((await keeper("GET", `/api/goods/export?format=csv&${asked}`)).body).toContain("x".repeat(32_768));
});

it("lets exactly one of two concurrent imports take the last place", async () => {
  const rest = 300 - (await keeper("GET", "/api/goods")).body.items.reduce((sum: number, g: { price: string }) => sum + Number(g.price), 0);
  const one = (code: string) => send(keeper, `code,name,kind,price\n${code}1,Half,Tool,${(rest / 4).toFixed(2)}\n${code}2,Half,Tool,${(rest / 4 + 1).toFixed(2)}\n`);
  const told = await Promise.all([one("Y"), one("Z")]);
  expect(told.map((t) => t.status).sort()).toEqual([200, 422]);
});
