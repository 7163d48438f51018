/** A read starts before its actor is confirmed; permissions removed since the last request still apply to it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { become, clientOf, openDesk, type Client, type Desk } from "../desk.ts";

let desk: Desk;
let owner: Client;
let id: string;
const person = { email: "ira@example.test", password: "long enough 5" };

beforeAll(async () => {
  desk = await openDesk();
  const session = await clientOf(desk.server.address)("POST", "/api/sign-in", { email: "owner@example.test", password: "rehearsal-owner" });
  owner = clientOf(desk.server.address, session.body.token);
  const manager = await become(desk.server.address, "Manager");
  const category = (await manager("GET", "/api/categories")).body.items[0].id;
  const item = (await manager("POST", "/api/items", { name: "Camera", category, dailyFee: "5" })).body.id;
  const days = { startDate: "2999-01-01", endDate: "2999-01-02" };
  expect((await manager("POST", "/api/loans", { item, ...days, purpose: "To be read" })).status).toBe(201);
  id = (await owner("POST", "/api/people", { ...person, name: "Ira", roles: ["Manager"] })).body.id;
});
afterAll(() => desk?.close());

const signIn = async (): Promise<Client> => {
  const session = await clientOf(desk.server.address)("POST", "/api/sign-in", person);
  return clientOf(desk.server.address, session.body.token);
};

it("a removed role, a deactivated person and an ended session apply at once", async () => {
  const ira = await signIn();
  const loans = async (): Promise<unknown[]> => (await ira("GET", "/api/loans")).body.items.map((loan: { id: string }) => loan.id);
  const [loan] = await loans();
  // From the second request on it is known whom the token named.
  expect(await loans()).toEqual([loan]);
  expect((await ira("GET", `/api/loans/${loan}`)).status).toBe(200);

  expect((await owner("PATCH", `/api/people/${id}`, { roles: ["Borrower"] })).status).toBe(204);
  expect(await loans()).toEqual([]);
  expect((await ira("GET", `/api/loans/${loan}`)).status).toBe(404);

  expect((await owner("PATCH", `/api/people/${id}`, { roles: ["Manager"] })).status).toBe(204);
  expect(await loans()).toEqual([loan]);
  expect((await ira("GET", `/api/loans/${loan}`)).status).toBe(200);

  expect((await owner("PATCH", `/api/people/${id}`, { active: false })).status).toBe(204);
  expect((await ira("GET", "/api/loans")).status).toBe(401);
  expect((await ira("GET", `/api/loans/${loan}`)).status).toBe(401);

  expect((await owner("PATCH", `/api/people/${id}`, { active: true })).status).toBe(204);
  const again = await signIn();
  for (let n = 0; n < 2; n++) expect((await again("GET", `/api/loans/${loan}`)).status).toBe(200);
  expect((await again("POST", "/api/sign-out")).status).toBe(204);
  expect((await again("GET", `/api/loans/${loan}`)).status).toBe(401);
  expect((await again("GET", "/api/loans")).status).toBe(401);
});

it("requests of many people at the same time each get their own response", async () => {
  const borrower = await become(desk.server.address, "Borrower");
  const manager = await become(desk.server.address, "Manager");
  const counts = await Promise.all(Array.from({ length: 40 }, async (_, n) => (await (n % 2 ? borrower : manager)("GET", "/api/loans?count=exact")).body.count));
  expect(counts).toEqual(counts.map((_, n) => (n % 2 ? 0 : 1)));
});
