/** Limits of point 9: session length, page size, and limits that change on a date. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { clientOf, type Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Bounds

## 1. What the product does and for whom

- **Name**: Bounds
- **Time zone**: Pacific/Auckland
- **Sign-in**: email and password; anyone may register as Clerk

For whom:

- **Clerk** — works

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Things | list of Thing | Clerk |

## 3. Entities and their fields

### Thing

- name: text, required
- tags: list of text

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Thing | all |

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| session length | 8 seconds | short |
| page size | 2; 3 from 2030-05-02 | per page |
| list length | 1; 2 from 2030-05-02 | of a list |
| password length | 8; 20 from 2030-05-02 | of a password |
`;

let served: Served;
const anew = async (email = "cleo@example.test"): Promise<Client> => {
  const at = served.server.address;
  const { body } = await clientOf(at)("POST", "/api/sign-in", { email, password: "a long password" });
  return clientOf(at, body.token);
};
const register = (email: string, password: string) => clientOf(served.server.address)("POST", "/api/register", { email, name: "N", password });
const standAt = (now: string) => clientOf(served.server.address)("POST", "/rehearsal/clock", { now });

beforeAll(async () => {
  served = await serveProduct(text, {}, { rehearse: true });
  await standAt("2030-05-01T09:00:00Z");
  expect((await register("cleo@example.test", "a long password")).status).toBe(201);
  for (const name of ["a", "b", "c", "d"]) expect((await (await anew())("POST", "/api/things", { name })).status).toBe(201);
});
afterAll(() => served.close());

it("a session ends after its length, by the real clock", async () => {
  const clerk = await anew();
  expect((await clerk("GET", "/api/me")).body.signedIn).toBe(true);
  await expect.poll(async () => (await clerk("GET", "/api/things")).status, { timeout: 60_000, interval: 500 }).toBe(401);
}, 90_000);

it("a list has the page size of point 9, and a limit changes when its date begins in the product's time zone", async () => {
  const count = async () => (await (await anew())("GET", "/api/things")).body.items.length;
  const tagged = async () => (await (await anew())("POST", "/api/things", { name: "x", tags: ["p", "q"] })).status;
  expect([await count(), await tagged()]).toEqual([2, 422]);
  expect((await register("early@example.test", "kp7-mQ2x")).status).toBe(201);
  // Noon of the 1st in UTC is the 2nd in Auckland.
  expect((await standAt("2030-05-01T12:30:00Z")).status).toBe(200);
  expect([await count(), await tagged()]).toEqual([3, 201]);
  const late = await register("late@example.test", "kp7-mQ2x");
  expect([late.status, late.body.errors]).toMatchObject([422, [{ field: "password", detail: "A password has at least 20 characters." }]]);
});
