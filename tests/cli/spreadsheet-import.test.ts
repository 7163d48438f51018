/** The built command reads a spreadsheet in the worker thread that is part of the build. */
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { zipSync } from "fflate";
import { runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";

const document = `# Specification: Store

## 3. Entities and their fields

### Box

- name: text, required

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Box | all |
`;

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const row = (number: number, text: string): string => `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
const parts = {
  "xl/workbook.xml": `<workbook xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${row(1, "name")}${row(2, "Crate")}</sheetData></worksheet>`,
};

const folder = temporaryFolder();
afterAll(folder.remove);

test("a spreadsheet is imported by the built command", async () => {
  const file = join(folder.path, "store.md");
  writeFileSync(file, document);
  const server = await runProduct([file, "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
  try {
    const become = await fetch(`${server.address}/api/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "clerk@example.test", password: "rehearsal" }),
    });
    const { token } = (await become.json()) as { token: string };
    const sheet = zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, new TextEncoder().encode(part)])));
    const told = await fetch(`${server.address}/api/boxes/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
      body: new Uint8Array(sheet),
    });
    expect([told.status, await told.json()]).toEqual([200, { created: 1, updated: 0 }]);
  } finally {
    await server.stop();
  }
});
