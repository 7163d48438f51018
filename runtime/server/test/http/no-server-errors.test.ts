/** What a person sends is refused with its reason: a status of 500 is a bug of ours, and no input may cause one. */
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clientOf, type Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Parcels

## 3. Entities and their fields

### Parcel

- title: text, required
- weight: number
- power: number
- code: text, at most 20000, unique
- pieces: list of Piece by parcel

### Piece (part of Parcel)

- label: text

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Parcel | all |

## 7. The calls it makes

### Note

- Offers: POST /notes
- Takes: key: text
- For: Clerk
- Answers: status 200, \`context put({ a: 1 }, asked.key, 2)\`
`;

let served: Served;
let clerk: Client;

beforeAll(async () => {
  served = await serveProduct(text);
  clerk = await served.person("clerk@example.test", "Clerk");
  await clerk("POST", "/api/parcels", { title: "one", weight: 2, power: 2, pieces: [{ label: "a" }] });
}, 120_000);

afterAll(async () => {
  await served?.close();
});

let reported = 0;
afterEach(() => {
  const before = reported;
  reported = served.bugs.length;
  expect(served.bugs.slice(before)).toEqual([]);
});

const conditions = [
  "weight > 1e999999",
  "weight > 1e131072",
  "weight > 1e-20000",
  "-1e999999 < 1",
  'string(1e140000) = "x"',
  "1e131000 * 1e131000 > weight",
  "weight ** 1000000 > 1",
  "exp(1000000) > weight",
  'string join(for i in 1..110000 return "x") = "y"',
  "string length(string join(for i in 1..110000 return title)) > 3",
  'matches(title, "a{1,256}")',
  'matches(title, "(x{1,255}){1,255}")',
  'matches(title, "((a{100}){100}){100}")',
  'substring(title, 1e30) = "x"',
  "date(2026, 1, 1e30) = null",
  'duration("P1D") * 1e30 > duration("P1D")',
  'date("2026-01-01") + duration("P1D") * 1e15 = null',
  "[1, 2][1e20] = 1",
  "decimal(1, 1e10) = 1",
  "modulo(1e300, 1e-300) = 1",
  "sqrt(-1) = 1 or log(0) = 1",
  `${"(".repeat(200)}1${")".repeat(200)} = weight`,
  Array.from({ length: 3_000 }, (_, i) => `weight = ${i}`).join(" or "),
];

test.each(conditions)("the condition %s", async (where) => {
  const response = await clerk("GET", `/api/parcels?where=${encodeURIComponent(where)}`);
  expect([200, 400, 414, 431]).toContain(response.status);
  if (response.status === 400) expect(response.body.code).toBe("invalid-condition");
});

test("the address of a sign-in or a registration", async () => {
  const anyone = clientOf(served.server.address);
  for (const length of [300, 6_000, 40_000]) {
    const email = `${randomBytes(length).toString("hex")}@example.test`;
    expect((await anyone("POST", "/api/sign-in", { email, password: "a long password" })).status).toBe(401);
    expect((await served.owner("POST", "/api/-/people", { email, name: "x", roles: [], password: "a long password" })).status).toBe(422);
  }
});

test("a unique text that is too long for an index", async () => {
  const response = await clerk("POST", "/api/parcels", { title: "two", code: randomBytes(9_000).toString("base64url") });
  expect(response.status).toBe(422);
  expect(response.body.detail).toContain("larger than");
});

test("a missing key in `context put`", async () => {
  const response = await clerk("POST", "/notes", {});
  expect(response.status).toBe(200);
  expect(response.body).toBeNull();
});

test("JSON nested deeper than 40 levels and records of more than 1,000 parts", async () => {
  const nested = JSON.parse(`${"[".repeat(90)}1${"]".repeat(90)}`) as unknown;
  expect((await clerk("POST", "/api/parcels", { title: nested })).status).toBe(400);
  const response = await clerk("POST", "/api/parcels", { title: "many", pieces: Array.from({ length: 1_001 }, () => ({ label: "p" })) });
  expect(response.status).toBe(422);
  expect(response.body.errors?.[0] ?? response.body).toMatchObject({ field: "pieces" });
  const halves = await clerk("POST", "/api/parcels", { title: "many", pieces: Array.from({ length: 1_000 }, () => ({ label: "p" })) });
  expect(halves.status).toBe(201);
});
