/** Probes 16, 8, 9 and 24: reminders and lapses in working days, deputies, the first order of a year. The clock goes forward only. */
import { expect, test } from "vitest";
import { ok, read, refused, state, whoIsAsked, yes, type Name, type World } from "./world.ts";

export function timeProbes(w: () => World): void {
  const deputy = (who: Name, to: Name, from: string, until: string) => w().as[who]("POST", "/api/deputies", { deputy: w().id[to], from, to: until });

  test("16 Nobody decides", async () => {
    await w().clock("2026-04-23T10:00:00Z");
    const s = await w().scene();
    const one = await s.submitted([{ price: "100" }]);
    const { number } = await read(w(), "Rosa", `requisitions/${one}`);
    const reminders = async (): Promise<number> => (await w().mails()).filter((m) => m.to === "olga@requisite.test" && m.subject.includes(number)).length;
    const asked = await reminders();
    // Friday 24 April is the first working day; Monday 27 April is King's Day, so Tuesday the 28th is the second.
    await w().clock("2026-04-27T20:00:00Z");
    expect(await reminders()).toBe(asked);
    await w().clock("2026-04-29T06:00:00Z");
    expect(await reminders()).toBe(asked + 1);
    // 14 and 25 May are holidays: the twentieth working day after 23 April is 26 May.
    await w().clock("2026-05-22T20:00:00Z");
    expect(await state(w(), one)).toBe("pending");
    await w().clock("2026-05-27T06:00:00Z");
    expect(await state(w(), one)).toBe("cancelled");
    expect((await read(w(), "Fay", `budgets/${s.budget}`)).committed).toBe("0.00");
  });

  test("8 Delegation", async () => {
    await w().clock("2026-05-31T08:00:00Z");
    const s = await w().scene();
    await ok(deputy("Olga", "Sam", "2026-06-01", "2026-06-05"));
    const [one, two, three] = [await s.submitted([{ price: "10" }]), await s.submitted([{ price: "10" }]), await s.submitted([{ price: "10" }])];
    await refused(yes(w(), "Sam", one));
    expect((await w().as.Sam("GET", `/api/requisitions/${one}`)).status).toBe(404);
    await w().clock("2026-06-01T08:00:00Z");
    await read(w(), "Sam", `requisitions/${one}`);
    await ok(yes(w(), "Sam", one));
    expect(await whoIsAsked(w(), one)).toEqual(["Ivo"]);
    const history = JSON.stringify((await w().owner("GET", `/api/requisitions/${one}/history`)).body);
    expect(history).toMatch(/Sam/);
    expect(history).toMatch(/Olga/);
    await ok(yes(w(), "Olga", two));
    expect(await whoIsAsked(w(), two)).toEqual(["Ivo"]);
    await w().clock("2026-06-06T08:00:00Z");
    await refused(yes(w(), "Sam", three));
    expect((await w().as.Sam("GET", `/api/requisitions/${three}`)).status).toBe(404);
  });

  test("9 Delegation is no way round", async () => {
    await w().clock("2026-06-08T08:00:00Z");
    const s = await w().scene();
    await ok(w().owner("PATCH", `/api/people/${w().id.Rosa}`, { roles: ["Requester", "Approver"] }));
    await ok(deputy("Olga", "Rosa", "2026-06-08", "2026-06-09"));
    const hers = await s.submitted([{ price: "10" }]);
    await refused(yes(w(), "Rosa", hers));
    expect(await whoIsAsked(w(), hers)).toEqual(["Olga"]);
    await ok(w().owner("PATCH", `/api/people/${w().id.Rosa}`, { roles: ["Requester"] }));
    const named = await deputy("Olga", "Rolf", "2026-06-08", "2026-06-09");
    if (named.status < 300) await refused(yes(w(), "Rolf", hers));
    expect(await whoIsAsked(w(), hers)).toEqual(["Olga"]);
  });

  test("24 Order numbers without gaps", async () => {
    const s = await w().scene();
    const blocked = (await ok(w().as.Ben("POST", "/api/suppliers", { name: `Blocked ${s.supplier}`, email: "b@suppliers.test", country: "NL", vatNumber: `DE${Date.now() % 1_000_000_000}`, blocked: true }))).id;
    const requisitions: string[] = [];
    for (let i = 0; i < 25; i++) requisitions.push(await s.approved([{ price: "1" }]));
    // Twenty-five, of which five go to a blocked supplier, and five a second time.
    const asked = [...requisitions.map((requisition, i) => ({ requisition, supplier: i < 5 ? blocked : s.supplier })), ...requisitions.slice(5, 10).map((requisition) => ({ requisition, supplier: s.supplier }))];
    const answers = await Promise.all(asked.map((body, i) => w().as[i % 2 ? "Ben" : "Bea"]("POST", "/api/purchase-orders", body)));
    const numbers = answers.filter((a) => a.status === 201).map((a) => Number(a.body.number.slice(-5))).sort((a, b) => a - b);
    expect(numbers).toHaveLength(20);
    expect(numbers.at(-1)! - numbers[0]!).toBe(19);
    expect((await w().as.Ben("DELETE", `/api/purchase-orders/${answers.find((a) => a.status === 201)!.body.id}`, undefined, { "if-match": "*" })).status).toBeGreaterThanOrEqual(400);
    await w().clock("2027-01-04T09:00:00Z");
    await ok(w().as.Fay("POST", "/api/budgets", { costCentre: s.operations, year: 2027, amount: "1000" }));
    const late = await s.approved([{ price: "1" }], { neededOn: "2027-02-01" });
    expect((await read(w(), "Ben", `purchase-orders/${await s.order(late)}`)).number).toBe("PO-2027-00001");
  });
}
