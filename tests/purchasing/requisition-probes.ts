/** Probes 1 to 7 and 10 to 15: asking, and agreeing one after the other and side by side. */
import { expect, test } from "vitest";
import { chain, codes, no, ok, read, refused, state, whoIsAsked, yes, type World } from "./world.ts";

export function requisitionProbes(w: () => World): void {
  test("1 Submit", async () => {
    const world = w();
    const s = await world.scene();
    const one = await s.submitted([{ price: "100" }]);
    const record = await read(world, "Fay", `requisitions/${one}`);
    expect([record.state, record.submittedTotal]).toEqual(["pending", "100.00"]);
    expect(await whoIsAsked(world, one)).toEqual(["Olga"]);
    const empty = await s.requisition([]);
    await refused(world.as.Rosa("POST", `/api/requisitions/${empty}/submit`, {}), "NO_LINES");
    expect(await state(world, empty)).toBe("draft");
    const later = await s.requisition([{ price: "100" }], { neededOn: "2027-01-04" });
    await refused(world.as.Rosa("POST", `/api/requisitions/${later}/submit`, {}), "NO_BUDGET");
    const both = await s.requisition([], { neededOn: "2027-01-04" });
    await refused(world.as.Rosa("POST", `/api/requisitions/${both}/submit`, {}), "NO_LINES", "NO_BUDGET");
    expect([await state(world, later), await state(world, both)]).toEqual(["draft", "draft"]);
  });

  test("2 The chain by amount", async () => {
    const world = w();
    const s = await world.scene({ budget4711: "100000", budget4712: "100000" });
    const expected: readonly [string, "operations" | "capital", string[]][] = [
      ["499.99", "operations", ["Olga", "Ivo"]],
      ["500", "operations", ["Olga", "Ivo"]],
      ["4999.99", "operations", ["Olga", "Ivo"]],
      ["5000", "operations", ["Olga", "Hugo", "Ivo"]],
      ["24999.99", "operations", ["Olga", "Hugo", "Ivo"]],
      ["25000", "operations", ["Olga", "Hugo", "Dina", "Ivo"]],
      ["499.99", "capital", ["Olga", "Ivo"]],
      ["500", "capital", ["Olga", "Hugo", "Ivo"]],
      ["5000", "capital", ["Olga", "Hugo", "Dina", "Ivo"]],
    ];
    for (const [price, kind, people] of expected) {
      const one = await s.submitted([{ price }], { costCentre: s[kind] });
      expect(await chain(world, one), `${price} ${kind}`).toEqual(people.map((p) => [p]));
      expect(await state(world, one)).toBe("approved");
    }
  });

  test("3 One after the other", async () => {
    const world = w();
    const s = await world.scene();
    const one = await s.submitted([{ price: "3000" }, { price: "3000", category: "furniture" }]);
    for (const early of ["Hugo", "Ivo"] as const) await refused(yes(world, early, one), "not-your-turn");
    await ok(yes(world, "Olga", one));
    expect(await whoIsAsked(world, one)).toEqual(["Hugo"]);
    await refused(yes(world, "Fred", one), "not-your-turn");
    await ok(yes(world, "Hugo", one));
    expect(await whoIsAsked(world, one)).toEqual(["Ivo", "Fred"]);
  });

  test("4 Side by side", async () => {
    const world = w();
    const s = await world.scene();
    const lines = [...Array.from({ length: 5 }, () => ({ price: "10" })), { price: "10", category: "furniture" as const }];
    const one = await s.submitted(lines);
    await ok(yes(world, "Olga", one));
    expect(await whoIsAsked(world, one)).toEqual(["Ivo", "Fred"]);
    const number = (await read(world, "Fay", `requisitions/${one}`)).number;
    const both = await Promise.all([yes(world, "Ivo", one), yes(world, "Fred", one)]);
    expect(both.map((a) => a.status)).toEqual([200, 200]);
    expect(await state(world, one)).toBe("approved");
    expect((await world.mails()).filter((m) => m.subject === `${number} is approved`)).toHaveLength(1);
    const two = await s.submitted(lines);
    await ok(yes(world, "Olga", two));
    await ok(yes(world, "Fred", two));
    expect(await state(world, two)).toBe("pending");
    await ok(yes(world, "Ivo", two));
    expect(await state(world, two)).toBe("approved");
  });

  test("5 In two steps", async () => {
    const world = w();
    const s = await world.scene();
    const hers = (await ok(world.as.Fay("POST", "/api/categories", { name: `Hers ${s.it}`, owner: world.id.Olga, substitute: world.id.Sam }))).id;
    const one = await s.submitted([], { lines: [{ description: "Hers", category: hers, quantity: "1", price: "10" }] });
    expect(await chain(world, one)).toEqual([["Olga"], ["Olga"]]);
    expect(await state(world, one)).toBe("approved");
  });

  test("6 No twice, no strangers", async () => {
    const world = w();
    const s = await world.scene();
    const one = await s.submitted([{ price: "6000" }]);
    await ok(yes(world, "Olga", one));
    // It is Hugo's turn by then.
    await refused(yes(world, "Olga", one), "not-your-turn");
    expect(await whoIsAsked(world, one)).toEqual(["Hugo"]);
    for (const stranger of ["Ben", "Rex", "Fay", "Fred"] as const) await refused(yes(world, stranger, one));
    expect(await whoIsAsked(world, one)).toEqual(["Hugo"]);
  });

  test("7 No self-approval", async () => {
    const world = w();
    const s = await world.scene();
    const hers = await s.submitted([{ price: "6000" }], {}, "Olga");
    for (const next of ["Sven", "Hugo", "Ivo"] as const) {
      expect(await whoIsAsked(world, hers)).toEqual([next]);
      await refused(yes(world, "Olga", hers));
      await ok(yes(world, next, hers));
    }
    expect(await state(world, hers)).toBe("approved");
    const t = await world.scene();
    expect(await chain(world, await t.submitted([{ price: "6000" }], {}, "Hugo"))).toEqual([["Olga"], ["Sven"], ["Ivo"]]);
    expect(await chain(world, await t.submitted([{ price: "100" }], {}, "Ivo"))).toEqual([["Olga"], ["Sam"]]);
    for (const same of [{ substitute: world.id.Olga }, { divisionHead: world.id.Olga }, { director: world.id.Hugo }, { owner: world.id.Sven }])
      await refused(world.as.Fay("PATCH", `/api/cost-centres/${s.operations}`, same, { "if-match": "*" }), "SAME_PERSON");
    await refused(world.as.Fay("PATCH", `/api/categories/${s.it}`, { substitute: world.id.Ivo }, { "if-match": "*" }), "SAME_PERSON");
  });

  test("10 One no", async () => {
    const world = w();
    const s = await world.scene();
    const one = await s.submitted([{ price: "10" }, { price: "10", category: "furniture" }]);
    await ok(yes(world, "Olga", one));
    await ok(yes(world, "Ivo", one));
    await ok(no(world, "Fred", one));
    for (const late of ["Fred", "Ivo", "Olga"] as const) await refused(yes(world, late, one), "decision-refused");
    expect(await state(world, one)).toBe("pending");
    const two = await s.submitted([{ price: "9980" }]);
    await refused(world.as.Olga("POST", `/api/requisitions/${two}/reject`, {}), "required");
    await refused(world.as.Ben("POST", `/api/requisitions/${two}/reject`, { why: "no" }));
    await ok(world.as.Ivo("POST", `/api/requisitions/${two}/reject`, { why: "too dear for a chair" }));
    expect(await state(world, two)).toBe("rejected");
    expect((await read(world, "Fay", `budgets/${s.budget}`)).committed).toBe("20.00");
    expect((await world.mails()).filter((m) => m.body.includes("too dear for a chair")).map((m) => m.to)).toEqual(["rosa@requisite.test"]);
  });

  test("11 A change of amount restarts", async () => {
    const world = w();
    const s = await world.scene();
    const one = await s.submitted([{ price: "6000" }]);
    await ok(yes(world, "Olga", one));
    await ok(yes(world, "Hugo", one));
    const change = async (price: string): Promise<void> => {
      const [line] = (await read(world, "Rosa", `requisitions/${one}`)).lines;
      await ok(world.as.Rosa("PATCH", `/api/requisitions/${one}`, { lines: [{ id: line.id, price }] }, { "if-match": "*" }));
    };
    await change("6000.01");
    const record = await read(world, "Fay", `requisitions/${one}`);
    expect([record.state, record.submittedTotal]).toEqual(["pending", "6000.01"]);
    expect(await whoIsAsked(world, one)).toEqual(["Olga"]);
    await ok(yes(world, "Olga", one));
    await change("6000");
    expect(await whoIsAsked(world, one)).toEqual(["Olga"]);
    await ok(yes(world, "Olga", one));
    const [line] = (await read(world, "Rosa", `requisitions/${one}`)).lines;
    await ok(
      world.as.Rosa("PATCH", `/api/requisitions/${one}`, { lines: [{ id: line.id }, { description: "More", category: s.it, quantity: "1", price: "1" }] }, { "if-match": "*" }),
    );
    expect(await whoIsAsked(world, one)).toEqual(["Olga"]);
    await ok(yes(world, "Olga", one));
    await ok(world.as.Rosa("PATCH", `/api/requisitions/${one}`, { lines: [{ id: line.id }] }, { "if-match": "*" }));
    expect(await whoIsAsked(world, one)).toEqual(["Olga"]);
    const { items } = await read(world, "Fay", `requisitions/${one}/history`);
    const votes = (items as { action: string; by: { name: string } }[]).filter((e) => e.action.startsWith("Approve")).map((e) => e.by.name);
    expect(votes.toReversed()).toEqual(["Olga", "Hugo", "Olga", "Olga", "Olga"]);
  });

  test("12 The chain follows the amount", async () => {
    const world = w();
    const s = await world.scene();
    const one = await s.submitted([{ price: "4999" }]);
    await ok(yes(world, "Olga", one));
    const [line] = (await read(world, "Rosa", `requisitions/${one}`)).lines;
    const change = (price: string): Promise<unknown> => ok(world.as.Rosa("PATCH", `/api/requisitions/${one}`, { lines: [{ id: line.id, price }] }, { "if-match": "*" }));
    await change("5000");
    expect(await chain(world, one)).toEqual([["Olga"], ["Hugo"], ["Ivo"]]);
    const two = await s.submitted([{ price: "4999" }]);
    await ok(yes(world, "Olga", two));
    const [other] = (await read(world, "Rosa", `requisitions/${two}`)).lines;
    await ok(world.as.Rosa("PATCH", `/api/requisitions/${two}`, { lines: [{ id: other.id, price: "499" }] }, { "if-match": "*" }));
    expect(await chain(world, two)).toEqual([["Olga"], ["Ivo"]]);
  });

  test("13 What isn't a change of amount", async () => {
    const world = w();
    const s = await world.scene();
    const one = await s.submitted([{ quantity: "2", price: "5" }, { price: "10" }, { price: "10" }]);
    await ok(yes(world, "Olga", one));
    const lines = async (): Promise<{ id: string }[]> => (await read(world, "Rosa", `requisitions/${one}`)).lines;
    const patch = (body: unknown) => world.as.Rosa("PATCH", `/api/requisitions/${one}`, body, { "if-match": "*" });
    const [a, b, c] = await lines();
    await ok(patch({ purpose: "Other words", lines: [{ id: a!.id, description: "Other words too", quantity: "1", price: "10" }, { id: b!.id }, { id: c!.id }] }));
    expect(await whoIsAsked(world, one)).toEqual(["Ivo"]);
    await ok(patch({ lines: [{ id: a!.id }, { id: b!.id }, { description: "A desk", category: s.furniture, quantity: "1", price: "10" }] }));
    expect(await whoIsAsked(world, one)).toEqual(["Ivo", "Fred"]);
    await refused(patch({ costCentre: s.capital }), "read-only");
    await refused(patch({ currency: "USD" }), "read-only");
    await refused(patch({ neededOn: "2026-06-01" }), "read-only");
    await refused(patch({ lines: [{ id: a!.id, category: s.furniture }, { id: b!.id }] }));
  });

  test("14 The last yes and a change in the same moment", async () => {
    const world = w();
    const s = await world.scene({ budget4711: "100000" });
    for (let i = 0; i < 5; i++) {
      const one = await s.submitted([{ price: "100" }]);
      await ok(yes(world, "Olga", one));
      const [line] = (await read(world, "Rosa", `requisitions/${one}`)).lines;
      const [, edited] = await Promise.all([
        yes(world, "Ivo", one),
        world.as.Rosa("PATCH", `/api/requisitions/${one}`, { lines: [{ id: line.id, price: "101" }] }, { "if-match": "*" }),
      ]);
      const record = await read(world, "Fay", `requisitions/${one}`);
      if (record.state === "approved") expect([record.total, edited.status >= 400]).toEqual(["100.00", true]);
      else expect([record.state, record.total, await whoIsAsked(world, one)]).toEqual(["pending", "101.00", ["Olga"]]);
    }
  });

  test("15 After approval", async () => {
    const world = w();
    const s = await world.scene();
    const one = await s.approved([{ price: "100" }]);
    await refused(world.as.Rosa("PATCH", `/api/requisitions/${one}`, { purpose: "Later" }, { "if-match": "*" }));
    await ok(world.as.Rosa("POST", `/api/requisitions/${one}/amend`, {}));
    expect(await state(world, one)).toBe("draft");
    expect((await read(world, "Fay", `budgets/${s.budget}`)).committed).toBe("0.00");
    expect(codes(await world.as.Ben("POST", "/api/purchase-orders", { requisition: one, supplier: s.supplier })).length).toBeGreaterThan(0);
    await ok(world.as.Rosa("POST", `/api/requisitions/${one}/submit`, {}));
    expect(await chain(world, one)).toEqual([["Olga"], ["Ivo"]]);
    await s.order(one);
    await refused(world.as.Rosa("POST", `/api/requisitions/${one}/amend`, {}));
    await refused(world.as.Rosa("POST", `/api/requisitions/${one}/cancel`, {}));
    const [line] = (await read(world, "Rosa", `requisitions/${one}`)).lines;
    const fields = [{ purpose: "Later" }, { neededOn: "2026-06-01" }, { currency: "USD" }, { costCentre: s.capital }, { lines: [{ id: line.id, price: "1" }] }, { lines: [] }];
    for (const field of fields) for (const who of [world.as.Rosa, world.owner]) await refused(who("PATCH", `/api/requisitions/${one}`, field, { "if-match": "*" }));
    expect(await read(world, "Fay", `requisitions/${one}`)).toMatchObject({ state: "ordered", purpose: "Probe", total: "100.00" });
  });
}
