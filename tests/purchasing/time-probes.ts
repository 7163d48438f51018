/** Probes 16, 8, 9 and 24: reminders and lapses in working days, deputies, the first order of a year. The clock goes forward only. */
import { expect, test } from "vitest";
import { codes, ok, read, refused, state, whoIsAsked, yes, type Name, type Scene, type World } from "./world.ts";

export function timeProbes(w: () => World): void {
  const deputy = (who: Name, to: Name, from: string, until: string) => w().as[who]("POST", "/api/deputies", { deputy: w().id[to], from, to: until });

  test("16 Nobody decides", async () => {
    await w().clock("2026-04-23T10:00:00Z");
    const s = await w().scene();
    const one = await s.submitted([{ price: "100" }]);
    const { number } = await read(w(), "Rosa", `requisitions/${one}`);
    const sent = async (to: string): Promise<number> => (await w().mails()).filter((m) => m.to === to && m.subject.includes(number)).length;
    const reminders = (): Promise<number> => sent("olga@requisite.test");
    const asked = await reminders();
    const ivos = await sent("ivo@requisite.test");
    // Friday 24 April is the first working day; Monday 27 April is King's Day, so Tuesday the 28th is the second.
    await w().clock("2026-04-27T20:00:00Z");
    expect(await reminders()).toBe(asked);
    await w().clock("2026-04-29T06:00:00Z");
    expect(await reminders()).toBe(asked + 1);
    // It isn't Ivo's turn.
    expect(await sent("ivo@requisite.test")).toBe(ivos);
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
    const [vote] = (await read(w(), "Fay", `requisitions/${one}/history`)).items;
    expect([vote.action, vote.by.name, vote.inPlaceOf.name]).toEqual([expect.stringContaining("Approve"), "Sam", "Olga"]);
    await ok(yes(w(), "Olga", two));
    await refused(yes(w(), "Sam", two));
    expect(await whoIsAsked(w(), two)).toEqual(["Ivo"]);
    // The last minute of the fifth in Amsterdam, and the first of the sixth.
    await w().clock("2026-06-05T21:59:00Z");
    await read(w(), "Sam", `requisitions/${three}`);
    expect(await whoIsAsked(w(), three)).toEqual(["Olga", "Sam"]);
    await w().clock("2026-06-05T22:01:00Z");
    for (const id of [one, two, three]) expect((await w().as.Sam("GET", `/api/requisitions/${id}`)).status).toBe(404);
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
    const blocked = (
      await ok(
        w().as.Ben("POST", "/api/suppliers", {
          name: `Blocked ${s.supplier}`,
          email: "b@suppliers.test",
          country: "NL",
          vatNumber: `DE${Date.now() % 1_000_000_000}`,
          blocked: true,
        }),
      )
    ).id;
    const one = async (scene: Scene): Promise<string> => {
      const made = await scene.submitted([{ price: "1" }]);
      for (const who of ["Olga", "Ivo"] as const) await ok(yes(w(), who, made));
      return made;
    };
    // Of five cost centres: each change of a requisition sums up all those of its budget.
    const scenes = [s, ...(await Promise.all(Array.from({ length: 4 }, () => w().scene())))];
    const many = await Promise.all(Array.from({ length: 24 }, (_, i) => one(scenes[i % scenes.length]!)));
    const [first, ...others] = await Promise.all(Array.from({ length: 7 }, () => one(s)));
    const before = await read(w(), "Ben", `purchase-orders/${await s.order(first!)}`);
    // Thirty at once: three to a blocked supplier, three ordered already, and of the rest the register doesn't answer for four.
    const asked = [
      ...others.slice(0, 3).map((requisition) => ({ requisition, supplier: blocked })),
      ...[1, 2, 3].map(() => ({ requisition: first!, supplier: s.supplier })),
      ...many.map((requisition) => ({ requisition, supplier: s.supplier })),
    ];
    await w().answers({ call: "Check supplier", times: 4, status: 500, body: {} });
    const answers = await Promise.all(asked.map((body, i) => w().as[i % 2 ? "Ben" : "Bea"]("POST", "/api/purchase-orders", body)));
    const good = answers.filter((a) => a.status === 201).map((a) => a.body as { id: string; number: string });
    const numberOf = (number: string): number => Number(number.slice(-5));
    const numbers = good.map((o) => numberOf(o.number)).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => numberOf(before.number) + 1 + i));
    const why = answers.filter((a) => a.status !== 201).flatMap(codes);
    expect([why.filter((c) => c === "SUPPLIER_BLOCKED").length, why.filter((c) => c === "SUPPLIER_UNCHECKED").length, why.length]).toEqual([3, 4, 10]);
    // Issue's guard comes before the rules, so a second order isn't refused with ALREADY_ORDERED here.
    expect(answers.slice(3, 6).map(codes)).toEqual([["guard"], ["guard"], ["guard"]]);
    await refused(w().as.Ben("DELETE", `/api/purchase-orders/${good[0]!.id}`, undefined, { "if-match": "*" }));
    await refused(w().owner("DELETE", `/api/purchase-orders/${good[0]!.id}`, undefined, { "if-match": "*" }));
    await ok(w().as.Ben("POST", `/api/purchase-orders/${good[0]!.id}/cancel`, {}));
    expect(await read(w(), "Ben", `purchase-orders/${good[0]!.id}`)).toMatchObject({ state: "cancelled", number: good[0]!.number });
    const next = await read(w(), "Ben", `purchase-orders/${await s.order(others[3]!)}`);
    expect(numberOf(next.number)).toBe(numbers.at(-1)! + 1);
    const form = JSON.stringify((await w().as.Ben("POST", "/api/screens/Order/data", { values: { requisition: others[4], supplier: s.supplier } })).body);
    expect(form).not.toMatch(/PO-2026|number/);
    await w().clock("2027-01-04T09:00:00Z");
    await ok(w().as.Fay("POST", "/api/budgets", { costCentre: s.operations, year: 2027, amount: "1000" }));
    const late = await s.approved([{ price: "1" }], { neededOn: "2027-02-01" });
    expect((await read(w(), "Ben", `purchase-orders/${await s.order(late)}`)).number).toBe("PO-2027-00001");
  });

  test("35 Tax by the invoice's day, whenever it is entered", async () => {
    const s = await w().scene();
    await ok(w().as.Fay("POST", "/api/budgets", { costCentre: s.operations, year: 2027, amount: "1000" }));
    const { order, lines } = await s.ordered([{ quantity: "10", price: "10" }], { neededOn: "2027-02-01" });
    const vat = async (issueDate: string, statedGross: string): Promise<number> =>
      Number((await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity: "10", price: "10" }], { issueDate, statedGross }))).vat);
    expect([await vat("2026-12-31", "119"), await vat("2027-01-01", "120")]).toEqual([19, 20]);
  });
}
