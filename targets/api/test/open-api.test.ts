/** The API description: valid, with resolvable references, and one entry per operation. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { docsPage, openApi, operationsOf, type OpenApi, writeSchema } from "../src/index.ts";
import { field, smallProduct } from "./small-product.ts";

const description: OpenApi = openApi(smallProduct);

const refsIn = (value: unknown): string[] =>
  typeof value !== "object" || value === null ? [] : Object.entries(value).flatMap(([k, v]) => (k === "$ref" && typeof v === "string" ? [v] : refsIn(v)));

describe("openApi", () => {
  it("is valid OpenAPI 3.1", () => {
    expect(description.openapi).toBe("3.1.0");
    expect(description.info).toMatchObject({ title: "Small <Shop>", version: "abcdef012345" });
    for (const [path, item] of Object.entries(description.paths)) {
      expect(path).toMatch(/^\/(api|rehearsal)\//);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);
      for (const [method, operation] of Object.entries(item) as [
        string,
        { operationId: string; parameters: { name: string; in: string; required: boolean }[]; responses: object },
      ][]) {
        expect(["get", "post", "patch", "delete"]).toContain(method);
        expect(Object.keys(operation.responses).every((s) => /^[1-5]\d\d$/.test(s))).toBe(true);
        expect(operation.parameters.filter((p) => p.in === "path").map((p) => p.name)).toEqual(named);
        expect(operation.parameters.every((p) => p.in !== "path" || p.required)).toBe(true);
      }
    }
  });

  it("has each operation once, with a unique id", () => {
    const ids = operationsOf(smallProduct).map((o) => o.id);
    expect(new Set(ids).size).toBe(ids.length);
    const places = operationsOf(smallProduct).map((o) => `${o.method} ${o.path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it("has the export and the erasure of records that stand for a person, and of no others", () => {
    const [first, ...others] = smallProduct.entities.filter(({ name }) => name !== "User");
    const personal = { ...first!, fields: first!.fields.map((one, i) => (i === 0 ? { ...one, personalOf: "this" } : one)) };
    const of = (product: typeof smallProduct): string[] =>
      operationsOf(product).flatMap(({ path }) => (/^\/api\/(?!people).*\/(?:data|erase)$/.test(path) && !path.startsWith("/api/screens") ? [path] : []));
    expect(of(smallProduct)).toEqual([]);
    const users = smallProduct.entities.filter(({ name }) => name === "User");
    expect(of({ ...smallProduct, entities: [...users, personal, ...others] })).toEqual([`/api/${first!.path}/{id}/data`, `/api/${first!.path}/{id}/erase`]);
  });

  it("refers only to existing schemas", () => {
    for (const ref of refsIn(description)) expect(description.components.schemas, ref).toHaveProperty([ref.replace("#/components/schemas/", "")]);
  });

  it("has schemas that a validator compiles", () => {
    const require = createRequire(import.meta.url);
    const Ajv2020 = require("ajv/dist/2020").default as new (o: object) => { addSchema(s: object, id: string): void; compile(s: object): (v: unknown) => boolean };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: "doc", components: description.components }, "doc");
    const create = ajv.compile({ $ref: "doc#/components/schemas/OrderCreate" });
    expect(create({ buyer: "id", kind: "small", lines: [{ quantity: 2 }] })).toBe(true);
    expect(create({ kind: "small" })).toBe(false);
    expect(create({ buyer: "id", total: "1" })).toBe(false);
    expect(create({ buyer: "id", lines: [{ quantity: 0 }] })).toBe(false);
    for (const name of Object.keys(description.components.schemas)) ajv.compile({ $ref: `doc#/components/schemas/${name}` });
  });

  it("requires a list that can't be empty, with its bounds, and names the currencies", () => {
    const bound = (value: string) => ({ kind: "literal" as const, value, type: { kind: "number" as const }, nullable: false, span: { file: 0, from: 0, to: 0 } });
    const [first, ...others] = smallProduct.entities;
    const scans = field("scans", { kind: "file", many: true, image: true }, { atLeast: bound("1"), atMost: bound("2") });
    const currency = field("currency", { kind: "formatted", format: "currency" });
    const made = openApi({ ...smallProduct, entities: [{ ...first!, fields: [...first!.fields, scans, currency] }, ...others] }) as unknown as {
      components: { schemas: Record<string, { required: string[]; properties: Record<string, { pattern?: string; minItems?: number }> }> };
    };
    const create = made.components.schemas[`${first!.name.replace(" ", "")}Create`]!;
    expect(create.required).toContain("scans");
    expect(create.properties["scans"]).toMatchObject({ type: "array", minItems: 1, maxItems: 2 });
    const pattern = new RegExp(create.properties["currency"]!.pattern!, "u");
    expect(["EUR", "CBC"].map((code) => pattern.test(code))).toEqual([true, false]);
  });

  it("has the action's path and its source line", () => {
    expect(description.paths["/api/orders/{id}/pay-off"]?.post).toMatchObject({
      "x-line": 3,
      requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/OrderPayOffAsked" } } } },
    });
  });

  it("excludes the ends that a field excludes", () => {
    const bound = (value: string) => ({ kind: "literal", value, type: { kind: "number" }, nullable: false, span: { file: 0, from: 0, to: 0 } }) as const;
    const excluded = { atLeast: bound("0"), atMost: bound("9"), excludesLeast: true, excludesMost: true };
    expect(writeSchema(smallProduct, field("weight", { kind: "number" }, excluded))).toMatchObject({ exclusiveMinimum: 0 });
    expect(writeSchema(smallProduct, field("seats", { kind: "integer" }, excluded))).toMatchObject({ exclusiveMinimum: 0, exclusiveMaximum: 9 });
    expect(writeSchema(smallProduct, field("seats", { kind: "integer" }, { ...excluded, excludesLeast: false }))).toMatchObject({ minimum: 0, exclusiveMaximum: 9 });
  });

  it("lists the only values of an integer", () => {
    expect(writeSchema(smallProduct, field("minutes", { kind: "integer" }, { onlyValues: ["30", "45"] }))).toMatchObject({ type: "integer", enum: [30, 45] });
  });
});

describe("docsPage", () => {
  it("lists every operation and error, runs no script, and escapes names", () => {
    const page = docsPage(smallProduct);
    for (const operation of operationsOf(smallProduct)) expect(page).toContain(`id="${operation.id}"`);
    expect(page).toContain('id="error-SOLD_OUT"');
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<Shop>");
  });
});

it("imports nothing but the model and the texts", () => {
  const index = readFileSync(new URL("../src/index.ts", import.meta.url), "utf8");
  const files = [...index.matchAll(/"\.\/(.+?)"/g)].map((m) => readFileSync(new URL(`../src/${m[1]}`, import.meta.url), "utf8"));
  for (const text of files) for (const [, from] of text.matchAll(/from "([^.][^"]*)"/g)) expect(["@nonet/model", "@nonet/texts"]).toContain(from);
});
