/** The preview of a draft: a product of its own on a masked copy, for the Owner alone, from which nothing reaches the product. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Ask, client } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { ownerPassword, signIn } from "./small-product.ts";

const text = `# Clinic

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Nurse

## 3. Entities and their fields

### Patient

- code: text, required, unique
- name: text, required, personal
- insurance number: text, matching \`[A-Z]{3}-[0-9]+\`, personal
- phone: phone, personal
- weight: number, personal, at least 3
- allergies: any of (nuts, pollen), personal
- door code: text, secret
- ward: text
- visits: list of Visit by patient

### Visit

- patient: Patient, required
- on: date, required
- reason: long text, personal

## 6. Roles and permissions

- **Nurse** — looks after patients

| Entity | Nurse |
|---|---|
| Patient | all |
| Visit | all |
`;

const words = { name: "Zebulon Quartermain", insurance: "ZQX-771", phone: "+44 7700 900123", door: "krokodil-4711", reason: "broken ankle", nurse: "Wilhelmina Ashgrove" };
const folder = temporaryFolder();
const file = join(folder.path, "clinic.md");
const data = join(folder.path, "data");
let product: Running;
let owner: Ask;
let ownerToken: string;
let nurse: Ask;

beforeAll(async () => {
  writeFileSync(file, text);
  product = await runProduct([file, "--owner", "ada@corp.example", ...(await dataOptions(data))]);
  ownerToken = (await signIn(product.address, "ada@corp.example", await ownerPassword(product))).body.token;
  owner = client(product.address, ownerToken);
  const registered = await client(product.address)("POST", "/api/register", { email: "ashgrove@corp.example", name: words.nurse, password: "a quite long password" });
  nurse = client(product.address, registered.body.token);
  for (const [code, name] of [
    ["P1", words.name],
    ["P2", `${words.name} II`],
  ]) {
    const made = await nurse("POST", "/api/patients", {
      code,
      name,
      insuranceNumber: words.insurance,
      phone: words.phone,
      weight: 71.5,
      allergies: ["pollen"],
      doorCode: words.door,
      ward: "North",
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await nurse("POST", "/api/visits", { patient: made.body.id, on: "2026-03-02", reason: words.reason })).status).toBe(201);
  }
}, 120_000);

afterAll(async () => {
  expect(await product?.stop()).toBe(0);
  folder.remove();
});

const draft = text.replace("- ward: text\n", "- floor: integer, required\n");
const preview = (files: unknown, more = {}) => owner("POST", "/api/-/studio/preview", { files, ...more });

/** Speaks with the preview as one of its own people. */
async function inPreview(email: string): Promise<(path: string, body?: unknown) => Promise<Pick<Answer, "status" | "body">>> {
  const headers = { authorization: `Bearer ${ownerToken}`, "content-type": "application/json", accept: "application/json" };
  const signIn = await fetch(`${product.address}/-/preview/api/sign-in`, { method: "POST", headers, body: JSON.stringify({ email, password: "rehearsal" }) });
  expect(signIn.status).toBe(200);
  const cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0]!)
    .join("; ");
  expect(signIn.headers.getSetCookie()[0]).toMatch(/^nonet_preview_.*; Path=\/-\/preview(;|$)/);
  return async (path, body) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${product.address}/-/preview${path}`, { headers: { ...headers, cookie }, ...init });
    return { status: response.status, body: await response.json().catch(() => null) };
  };
}

/** Every file below, the ones of PostgreSQL included. */
function filesIn(path: string): readonly string[] {
  return readdirSync(path).flatMap((name) => {
    const inside = join(path, name);
    const stat = statSync(inside);
    return stat.isDirectory() ? filesIn(inside) : stat.isFile() ? [inside] : [];
  });
}

describe("the preview of a draft", () => {
  it("isn't there before it is opened, and is opened by the Owner alone", async () => {
    expect((await client(product.address)("POST", "/api/-/studio/preview", { files: [{ name: "clinic.md", text: draft }] })).status).toBe(401);
    expect((await nurse("POST", "/api/-/studio/preview", { files: [{ name: "clinic.md", text: draft }] })).status).toBe(403);
    expect((await owner("GET", "/-/preview/api/product")).status).toBe(404);
    expect((await owner("GET", "/api/-/studio")).body.preview).toBe(null);
  });

  it("refuses a text with errors, with the line", async () => {
    const refused = await preview([{ name: "clinic.md", text: draft.replace("integer, required", "integer, requird") }]);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/^The text has errors, so it can't run yet\. Line 18: /);
  });

  it("runs the draft on a copy whose personal and secret values are replaced", async () => {
    const opened = await preview([{ name: "clinic.md", text: draft }]);
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    // Two people, two patients and two visits.
    expect(opened.body).toMatchObject({ address: "/-/preview/", records: 6 });
    expect((await owner("GET", "/api/-/studio")).body.preview).toEqual(opened.body);
    const ask = await inPreview("nurse@example.test");
    const { items } = (await ask("/api/patients?sort=code")).body;
    expect(items).toHaveLength(2);
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(["Name 1", "Name 2"]);
    expect(items[0]).toMatchObject({ code: "P1", insuranceNumber: "XXX-000", weight: "3", allergies: ["nuts"], floor: null });
    expect(items[0]).not.toHaveProperty("ward");
    const visits = (await ask("/api/visits")).body.items;
    expect(visits.map(({ on }: { on: string }) => on)).toEqual(["2026-03-02", "2026-03-02"]);
    expect(new Set(visits.map(({ patient }: { patient: { id: string } }) => patient.id))).toEqual(new Set(items.map(({ id }: { id: string }) => id)));
  });

  it("keeps none of these values, neither in its database nor in its files", () => {
    const files = filesIn(join(data, "preview"));
    expect(files.length).toBeGreaterThan(100);
    const contents = files.map((path) => readFileSync(path));
    // What isn't masked is there, so the search would find something.
    expect(contents.some((content) => content.includes("P2"))).toBe(true);
    for (const word of [...Object.values(words), "ashgrove@corp.example", "ada@corp.example"])
      expect([word, contents.some((content) => content.includes(word))]).toEqual([word, false]);
  });

  it("is for the Owner alone, whoever one is inside", async () => {
    expect((await client(product.address)("GET", "/-/preview/api/patients")).status).toBe(401);
    expect((await nurse("GET", "/-/preview/api/patients")).status).toBe(403);
    const forged = await fetch(`${product.address}/-/preview/api/patients`, {
      method: "POST",
      headers: { authorization: `Bearer ${ownerToken}`, origin: "https://elsewhere.example" },
      body: "{}",
    });
    expect(forged.status).toBe(403);
  });

  it("changes nothing in the product", async () => {
    const ask = await inPreview("nurse@example.test");
    expect((await ask("/api/patients", { code: "P3", name: "Somebody", floor: 2 })).status).toBe(201);
    expect((await ask("/api/patients")).body.items).toHaveLength(3);
    const { items } = (await nurse("GET", "/api/patients?sort=code")).body;
    expect(items.map(({ code, name, ward }: Record<string, string>) => [code, name, ward])).toEqual([
      ["P1", words.name, "North"],
      ["P2", `${words.name} II`, "North"],
    ]);
    expect((await owner("GET", "/api/-/studio")).body.files[0].text).toBe(text);
  });

  it("runs another text on the same copy, and starts again from the records on request", async () => {
    const same = await preview([{ name: "clinic.md", text: draft.replace("# Clinic", "# Small Clinic") }]);
    expect(same.body.records).toBe(6);
    const ask = await inPreview("nurse@example.test");
    expect((await ask("/api/patients")).body.items).toHaveLength(3);
    const again = await preview([{ name: "clinic.md", text: draft }], { fresh: true });
    expect(again.body.at > same.body.at).toBe(true);
    expect((await (await inPreview("nurse@example.test"))("/api/patients")).body.items).toHaveLength(2);
  });

  it("leaves nothing behind", async () => {
    expect((await owner("POST", "/api/-/studio/preview/end", {})).status).toBe(204);
    expect(existsSync(join(data, "preview"))).toBe(false);
    expect((await owner("GET", "/-/preview/api/product")).status).toBe(404);
  });
});
