/** How fields are labelled: as they are named, with initialisms in capitals, also where the document translates them. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct, type Reader } from "../src/index.ts";

const { product } = compile([
  {
    name: "suppliers.md",
    text: `# Specification: Suppliers

## 1. What the product does and for whom

- Language: English, German

### Translations

| Text | German |
|---|---|
| vat number | USt-IdNr. |
| e-mail of sales | E-Mail des Vertriebs |

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /suppliers | Suppliers | list of Supplier | Buyer |

## 3. Entities and their fields

### Supplier

- name: text, required
- vat number: text
- customer id: text
- item ids: list of text
- e-mail of sales: email
- identity: text
- IBAN of account: text
- Csv file: file

## 6. Roles and permissions

| | Buyer |
|---|---|
| Supplier | all |
`,
  },
]);

const reader: Reader = { kind: "person", roles: ["Buyer"], owner: false };
const labels = (language?: string): readonly string[] =>
  planProduct(product, reader, { rehearsal: false, ...(language ? { language } : {}) })
    .entities.find(({ name }) => name === "Supplier")!
    .fields.map(({ label }) => label);

test("a label is the field's name with a capital, and well-known initialisms are in capitals", () => {
  expect(labels()).toEqual(["Name", "VAT number", "Customer ID", "Item IDs", "E-mail of sales", "Identity", "IBAN of account", "CSV file"]);
});

test("a translation is found under the name that the document gives the field", () => {
  expect(labels("de").slice(0, 2)).toEqual(["Name", "USt-IdNr."]);
  expect(labels("de")).toContain("E-Mail des Vertriebs");
});
