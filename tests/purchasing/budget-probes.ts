/** Probes 17 to 23: the budget, by every way and in the same moment, and amounts to the cent. */
import { expect, test } from "vitest";
import { nonet } from "../nonet-process.ts";
import { codes, ok, read, refused, specification, state, whoIsAsked, yes, type World } from "./world.ts";

export function budgetProbes(w: () => World): void {
  const submit = (one: string) => w().as.Rosa("POST", `/api/requisitions/${one}/submit`, {});
  const committed = async (budget: string | null): Promise<string> => (await read(w(), "Fay", `budgets/${budget}`)).committed;

  test("17 The budget to the cent", async () => {
    const s = await w().scene();
    await s.submitted([{ price: "9000" }]);
    const over = await s.requisition([{ price: "1000.01" }]);
    await refused(submit(over), "BUDGET_EXCEEDED");
    expect(await state(w(), over)).toBe("draft");
    const cancelled = await s.submitted([{ price: "1000" }]);
    expect(await committed(s.budget)).toBe("10000.00");
    await ok(w().as.Rosa("POST", `/api/requisitions/${cancelled}/cancel`, {}));
    expect(await committed(s.budget)).toBe("9000.00");
    const rejected = await s.submitted([{ price: "1000" }]);
    await ok(w().as.Olga("POST", `/api/requisitions/${rejected}/reject`, { why: "not now" }));
    expect(await committed(s.budget)).toBe("9000.00");
    await s.submitted([{ price: "1000" }]);
    await s.submitted([{ price: "20000" }], { costCentre: s.capital });
    const next = await ok(w().as.Fay("POST", "/api/budgets", { costCentre: s.operations, year: 2027, amount: "500" }));
    await s.submitted([{ price: "500" }], { neededOn: "2027-05-01" });
    expect([await committed(s.budget), await committed(next.id), await committed(s.budget4712)]).toEqual(["10000.00", "500.00", "20000.00"]);
  });

  test("18 The budget under concurrency", async () => {
    const s = await w().scene();
    const rosas = await s.requisition([{ price: "6000" }]);
    const rolfs = await s.requisition([{ price: "4000.01" }], {}, "Rolf");
    const two = await Promise.all([submit(rosas), w().as.Rolf("POST", `/api/requisitions/${rolfs}/submit`, {})]);
    expect(two.map((a) => a.status).sort()).toEqual([200, 409]);
    expect(two.flatMap(codes)).toEqual(["BUDGET_EXCEEDED"]);
    const t = await w().scene();
    const many = await Promise.all(Array.from({ length: 50 }, () => t.requisition([{ price: "1000" }])));
    let most = 0;
    let going = true;
    const watch = (async () => {
      while (going) most = Math.max(most, Number((await read(w(), "Olga", `budgets/${t.budget}`)).committed));
    })();
    const answers = await Promise.all(many.map(submit));
    going = false;
    await watch;
    expect(answers.filter((a) => a.status === 200)).toHaveLength(10);
    expect(answers.filter((a) => a.status !== 200).flatMap(codes)).toEqual(Array.from({ length: 40 }, () => "BUDGET_EXCEEDED"));
    expect(most).toBeLessThanOrEqual(10000);
    expect(await committed(t.budget)).toBe("10000.00");
  });

  test("19 The budget by other ways", async () => {
    const s = await w().scene();
    const one = await s.submitted([{ price: "500" }]);
    await s.submitted([{ price: "9000" }]);
    await ok(yes(w(), "Olga", one));
    const [line] = (await read(w(), "Rosa", `requisitions/${one}`)).lines;
    await refused(w().as.Rosa("PATCH", `/api/requisitions/${one}`, { lines: [{ id: line.id, price: "1000.01" }] }, { "if-match": "*" }), "BUDGET_EXCEEDED");
    expect((await read(w(), "Rosa", `requisitions/${one}`)).lines[0].price).toBe("500");
    expect(await whoIsAsked(w(), one)).toEqual(["Ivo"]);
    const lower = (amount: string) => w().as.Fay("PATCH", `/api/budgets/${s.budget}`, { amount }, { "if-match": "*" });
    await refused(lower("9499.99"), "BUDGET_BELOW_COMMITTED");
    const more = await s.requisition([{ price: "500" }]);
    const both = await Promise.all([lower("9500"), submit(more)]);
    expect(both.filter((a) => a.status === 200)).toHaveLength(1);
    expect(["BUDGET_BELOW_COMMITTED", "BUDGET_EXCEEDED"]).toContain(both.flatMap(codes)[0]);
    const before = (await read(w(), "Fay", `budgets/${s.budget}`)).amount;
    const { code } = await read(w(), "Fay", `cost-centres/${s.operations}`);
    const csv = `cost centre,year,amount\n${code},2026,9000\n`;
    const imported = await w().raw("Fay", "/api/budgets/import?match=costCentre,year", { method: "POST", headers: { "content-type": "text/csv" }, body: csv });
    expect([imported.status, ((await imported.json()) as { errors: { code: string }[] }).errors.map((e) => e.code)]).toEqual([409, ["BUDGET_BELOW_COMMITTED"]]);
    expect((await read(w(), "Fay", `budgets/${s.budget}`)).amount).toBe(before);
    const higher = await w().raw("Fay", "/api/budgets/import?match=costCentre,year", {
      method: "POST",
      headers: { "content-type": "text/csv" },
      body: csv.replace("9000", "12000"),
    });
    expect([higher.status, (await read(w(), "Fay", `budgets/${s.budget}`)).amount]).toEqual([200, "12000.00"]);
  });

  test("20 The budget and a dearer invoice", async () => {
    const s = await w().scene({ budget4711: "1000" });
    const { order, requisition, lines } = await s.ordered([{ quantity: "100", price: "10" }]);
    await ok(s.receive(lines[0]!, "100"));
    const invoice = await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity: "100", price: "10.20" }], { statedGross: "1213.80" }));
    await refused(w().as.Fay("POST", `/api/invoices/${invoice.id}/match`, {}), "BUDGET_EXCEEDED");
    expect((await read(w(), "Fay", `invoices/${invoice.id}`)).state).toBe("entered");
    await ok(w().as.Fay("PATCH", `/api/budgets/${s.budget}`, { amount: "1020" }, { "if-match": "*" }));
    expect((await ok(w().as.Fay("POST", `/api/invoices/${invoice.id}/match`, {}))).state).toBe("matched");
    expect(await committed(s.budget)).toBe("1020.00");
    expect(await state(w(), requisition)).toBe("closed");
    const t = await w().scene({ budget4711: "1000" });
    const second = await t.ordered([{ quantity: "100", price: "10" }]);
    await ok(t.receive(second.lines[0]!, "100"));
    const cheaper = await ok(t.invoice(second.order, [{ orderLine: second.lines[0]!, quantity: "100", price: "9.90" }], { statedGross: "1178.10" }));
    await ok(w().as.Fay("POST", `/api/invoices/${cheaper.id}/match`, {}));
    expect(await state(w(), second.requisition)).toBe("closed");
    expect(await committed(t.budget)).toBe("990.00");
  });

  test("21 No amounts to those who may not know", async () => {
    const s = await w().scene();
    const over = await s.requisition([{ price: "10000.01" }]);
    const answer = await refused(submit(over), "BUDGET_EXCEEDED");
    expect(answer.body.errors[0].detail).not.toMatch(/\d/);
    const budgets = await w().as.Rosa("GET", "/api/budgets?count=exact");
    expect([budgets.body.items, budgets.body.count]).toEqual([[], 0]);
    const dashboard = (await w().as.Rosa("GET", "/api/screens/Home/data")).body.elements;
    // "Committed this year" is the sum of the budgets that she may read: of none.
    expect([dashboard[2].kind, Number(dashboard[2].value)]).toEqual(["number", 0]);
    expect(Number((await w().as.Fay("GET", "/api/screens/Home/data")).body.elements[2].value)).toBeGreaterThan(0);
    const centre = await read(w(), "Rosa", `cost-centres/${s.operations}`);
    expect([centre.name.startsWith("Centre "), ["owner", "kind", "divisionHead", "director", "substitute", "budgets"].filter((k) => k in centre)]).toEqual([true, []]);
    const mine = await read(w(), "Rosa", `requisitions/${over}`);
    expect(["charge", "invoiced", "paidFrom"].filter((k) => k in mine)).toEqual([]);
    // Only those whose cost centre she owns: not that of one which is Hugo's.
    const his = await ok(
      w().as.Fay("POST", "/api/cost-centres", {
        code: "9999",
        name: "Hugo's",
        kind: "operations",
        owner: w().id.Hugo,
        divisionHead: w().id.Olga,
        director: w().id.Dina,
        substitute: w().id.Sven,
      }),
    );
    const theirs = await ok(w().as.Fay("POST", "/api/budgets", { costCentre: his.id, year: 2026, amount: "1" }));
    const seen = (await read(w(), "Olga", "budgets?limit=200")).items.map((b: { id: string }) => b.id);
    expect(seen).toEqual(expect.arrayContaining([s.budget, s.budget4712]));
    expect(seen).not.toContain(theirs.id);
    expect((await read(w(), "Hugo", "budgets")).items.map((b: { id: string }) => b.id)).toEqual([theirs.id]);
  });

  test("22 Rounding", async () => {
    const s = await w().scene();
    const made = async (currency: string, lines: readonly { quantity: string; price: string }[]): ReturnType<typeof read> =>
      read(w(), "Rosa", `requisitions/${await s.requisition(lines, { currency })}`);
    const usd = await made(
      "USD",
      [1, 2, 3].map(() => ({ quantity: "3", price: "0.335" })),
    );
    expect(Number(usd.lines[0].amount)).toBe(1.01);
    expect([Number(usd.amount), usd.total]).toEqual([3.03, "2.79"]);
    expect(
      (
        await made(
          "USD",
          [1, 2, 3].map(() => ({ quantity: "1", price: "0.55" })),
        )
      ).total,
    ).toBe("1.52");
    const jpy = await made("JPY", [{ quantity: "3", price: "33.5" }]);
    expect([Number(jpy.lines[0].amount), jpy.total]).toEqual([101, "0.62"]);
    expect(Number((await made("EUR", [{ quantity: "0.125", price: "0.04" }])).lines[0].amount)).toBe(0.01);
    const t = await w().scene({ budget4711: null });
    expect((await ok(w().as.Fay("POST", "/api/budgets", { costCentre: t.operations, year: 2026, amount: "999.995" }))).amount).toBe("1000.00");
  });

  test("23 The rate stays: CHF is not shown", async () => {
    const s = await w().scene();
    const one = await s.requisition([{ price: "10" }], { currency: "CHF" });
    const record = await read(w(), "Rosa", `requisitions/${one}`);
    expect(record.total ?? null).toBe(null);
    const answer = await refused(submit(one), "not-shown");
    expect([answer.status, answer.body.errors[0].line]).toEqual([501, 562]);
    expect(await state(w(), one)).toBe("draft");
    const checked = JSON.parse((await nonet(["check", specification, "--format", "json"])).out) as { open: { what: string; line: number; affects: string[] }[] };
    const cell = checked.open.find((o) => o.line === 562)!;
    expect(cell.affects.join("; ")).toMatch(/Requisition.*total|total.*Requisition/);
  });
}
