/** The purchasing matrix: what each role may not learn, in every way of reading. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor, Values } from "../../src/contract/actor.ts";
import type { ListRequest, VisibleRecord } from "../../src/contract/reads.ts";
import { openDesk, remove, type Desk } from "../support/equipment-desk.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const file = new URL("../../../../examples/purchasing/purchasing.md", import.meta.url);

describe("the purchasing matrix", () => {
  let desk: Desk;
  const people: Record<string, Actor> = {};
  let order: VisibleRecord;
  let requisition: VisibleRecord;
  const system: Actor = { kind: "system" };
  const idOf = (name: string): string => (people[name] as { id: string }).id;
  const make = async (entity: string, values: Values, actor: Actor = system): Promise<VisibleRecord> =>
    valueOf(await desk.engine.perform(actor, { kind: "create", entity, values }))!;
  const act = async (actor: Actor, entity: string, id: string, action: string): Promise<VisibleRecord> =>
    valueOf(await desk.engine.perform(actor, { kind: "action", entity, id, action, input: {} }))!;
  const list = async (who: string, request: ListRequest): Promise<readonly VisibleRecord[]> => valueOf(await listOf(desk.engine, people[who]!, request)).items;

  beforeAll(async () => {
    desk = await openDesk(readFileSync(file, "utf8"));
    for (const role of ["Requester", "Approver", "Buyer", "Receiver", "Finance"]) people[role] = await desk.as(role);
    const others = [];
    for (const name of ["Hugo", "Dina", "Sven", "Sam"])
      others.push((await make("User", { name, email: `${name.toLowerCase()}@example.test`, roles: ["Approver"], active: true })).id);
    const [hugo, dina, sven, sam] = others as [string, string, string, string];
    const centre = await make("Cost centre", { code: "4711", name: "Works", kind: "operations", owner: idOf("Approver"), divisionHead: hugo, director: dina, substitute: sven });
    const category = await make("Category", { name: "IT", owner: idOf("Approver"), substitute: sam });
    await make("Budget", { costCentre: centre.id, year: Number(desk.engine.rehearsal!.now().slice(0, 4)), amount: "1000" });
    const needed = `${desk.engine.rehearsal!.now().slice(0, 4)}-12-31`;
    requisition = await make(
      "Requisition",
      { costCentre: centre.id, purpose: "Laptop", neededOn: needed, currency: "EUR", lines: [{ description: "Laptop", category: category.id, quantity: "1", price: "400" }] },
      people["Requester"]!,
    );
    const supplier = await make("Supplier", { name: "Chips", email: "chips@example.test", country: "NL", vatNumber: "NL123456789B01", iban: "NL91ABNA0417164300" });
    await act(people["Requester"]!, "Requisition", requisition.id, "Submit");
    // Who owns both the cost centre and the category decides in either step.
    await act(people["Approver"]!, "Requisition", requisition.id, "Approve");
    await act(people["Approver"]!, "Requisition", requisition.id, "Approve");
    await desk.engine.rehearsal!.answer({ call: "Check supplier", status: 200, body: { active: true, valid: true } });
    order = await make("Purchase order", { requisition: requisition.id, supplier: supplier.id }, people["Buyer"]!);
  }, 120_000);

  afterAll(async () => {
    await desk?.close();
    if (desk) remove(desk);
  });

  it("shows the warehouse no prices, amounts, invoices or requisitions", async () => {
    const seen = valueOf(await recordOf(desk.engine, people["Receiver"]!, "Purchase order", order.id));
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(["number", "supplier", "lines"]));
    for (const key of ["amount", "invoices", "requisition"]) expect(Object.keys(seen)).not.toContain(key);
    const line = (seen["lines"] as VisibleRecord[])[0]!;
    expect(Object.keys(line)).toContain("quantity");
    for (const key of ["price", "amount", "billed"]) expect(Object.keys(line)).not.toContain(key);
    for (const request of [{ sort: ["amount"] }, { where: "amount > 1" }, { fields: ["amount"] }, { fields: ["requisition.total"] }, { equals: { amount: "400" } }])
      expect(resultOf(await listOf(desk.engine, people["Receiver"]!, { entity: "Purchase order", ...request }))).toMatch(/^malformed/);
    for (const request of [{ sort: ["price"] }, { where: "price > 1" }, { equals: { price: "400" } }])
      expect(resultOf(await listOf(desk.engine, people["Receiver"]!, { entity: "Order line", ...request }))).toMatch(/^malformed/);
    expect(await list("Receiver", { entity: "Purchase order", search: "400" })).toEqual([]);
    expect(await list("Receiver", { entity: "Requisition" })).toEqual([]);
    const history = valueOf(await desk.engine.history(people["Receiver"]!, "Purchase order", order.id));
    expect(JSON.stringify(history)).not.toMatch(/(?<![\w.:-])400(?![\w:-])|amount|requisition/);
    expect(resultOf(await listOf(desk.engine, people["Buyer"]!, { entity: "Purchase order", sort: ["amount"] }))).toBe("done");
  });

  it("hides budgets and committed amounts from people who request goods", async () => {
    expect(await list("Requester", { entity: "Budget" })).toEqual([]);
    const mine = valueOf(await recordOf(desk.engine, people["Requester"]!, "Requisition", requisition.id));
    for (const key of ["charge", "invoiced", "paidFrom"]) expect(Object.keys(mine)).not.toContain(key);
    expect(Object.keys(mine)).toEqual(expect.arrayContaining(["total", "purpose", "requester"]));
    const centre = (await list("Requester", { entity: "Cost centre" }))[0]!;
    expect(Object.keys(centre)).not.toContain("owner");
    expect(Object.keys(centre)).not.toContain("kind");
    const home = valueOf(await desk.engine.screenData(people["Requester"]!, "Home"));
    if (home.kind !== "dashboard") throw new Error("no dashboard");
    expect(home.elements[2]).toEqual({ kind: "number", value: null, why: "You don't have access to budgets." });
    expect((await list("Approver", { entity: "Budget" })).length).toBe(1);
    expect((await list("Finance", { entity: "Budget" })).length).toBe(1);
  });

  it("shows the requester of an order only its number, state and day", async () => {
    const seen = valueOf(await recordOf(desk.engine, people["Requester"]!, "Purchase order", order.id));
    expect(
      Object.keys(seen)
        .filter((k) => !["id", "version", "createdAt", "updatedAt", "createdBy"].includes(k))
        .sort(),
    ).toEqual(["expectedOn", "number", "requisition", "state"]);
    for (const request of [{ sort: ["supplier"] }, { fields: ["supplier.name"] }])
      expect(resultOf(await listOf(desk.engine, people["Requester"]!, { entity: "Purchase order", ...request }))).toMatch(/^malformed/);
    expect(await list("Requester", { entity: "Supplier" })).toEqual([]);
  });

  it("finds no draft and no requisition of another person, in any way of reading", async () => {
    const draft = await make("Requisition", { costCentre: { code: "4711" }, purpose: "Secret plan", neededOn: "2030-01-01", currency: "EUR" }, people["Buyer"]!);
    for (const who of ["Requester", "Approver", "Receiver"]) {
      expect(resultOf(await recordOf(desk.engine, people[who]!, "Requisition", draft.id))).toMatch(/^not found/);
      expect(await list(who, { entity: "Requisition", search: "Secret" })).toEqual([]);
      expect(resultOf(await desk.engine.actions(people[who]!, "Requisition", draft.id))).toMatch(/^not found/);
      expect(resultOf(await desk.engine.history(people[who]!, "Requisition", draft.id))).toMatch(/^not found/);
    }
    expect(JSON.stringify(await list("Approver", { entity: "Cost centre" }))).not.toContain("Secret");
  });

  it("shows the account number only to people who pay", async () => {
    expect(Object.keys((await list("Finance", { entity: "Supplier" }))[0]!)).toContain("iban");
    const buyers = (await list("Buyer", { entity: "Supplier" }))[0]!;
    expect(Object.keys(buyers)).not.toContain("iban");
    expect(resultOf(await listOf(desk.engine, people["Buyer"]!, { entity: "Supplier", fields: ["iban"] }))).toMatch(/^malformed/);
    expect(JSON.stringify(valueOf(await desk.engine.history(people["Buyer"]!, "Supplier", buyers.id)))).not.toContain("NL91");
  });
});
