/** Probes 17 to 23: the budget, by every way and in the same moment, and amounts to the cent. */
import { expect, test } from "vitest";
import { codes, ok, read, refused, state, whoIsAsked, yes, type World } from "./world.ts";

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
    await s.submitted([{ price: "1000" }]);
    await s.submitted([{ price: "20000" }], { costCentre: s.capital });
    expect(await committed(s.budget)).toBe("10000.00");
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
      while (going) most = Math.max(most, Number(await committed(t.budget)));
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
    const csv = `cost centre,year,amount\n${(await read(w(), "Fay", `cost-centres/${s.operations}`)).code},2026,9000\n`;
    const { address } = w();
    const token = (await w().as.Fay("POST", "/api/sign-in", { email: "fay@requisite.test", password: "a long password" })).body.token;
    const imported = await fetch(`${address}/api/budgets/import`, { method: "POST", headers: { "content-type": "text/csv", authorization: `Bearer ${token}` }, body: csv });
    expect(imported.status).toBeGreaterThanOrEqual(400);
    expect(imported.status).toBeLessThan(500);
    expect(Number((await read(w(), "Fay", `budgets/${s.budget}`)).amount)).toBeGreaterThanOrEqual(9500);
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
    const centre = await read(w(), "Rosa", `cost-centres/${s.operations}`);
    expect(Object.keys(centre)).not.toEqual(expect.arrayContaining(["owner"]));
    expect(["owner", "kind", "divisionHead", "substitute"].filter((k) => k in centre)).toEqual([]);
    const mine = await read(w(), "Rosa", `requisitions/${over}`);
    expect(["charge", "invoiced", "paidFrom"].filter((k) => k in mine)).toEqual([]);
    const seen = (await read(w(), "Olga", "budgets?limit=200")).items;
    expect(seen.map((b: { id: string }) => b.id)).toEqual(expect.arrayContaining([s.budget, s.budget4712]));
    expect((await w().as.Hugo("GET", "/api/budgets")).body.items).toEqual([]);
  });

  test("22 Rounding", async () => {
    const s = await w().scene();
    const made = async (currency: string, lines: readonly { quantity: string; price: string }[]): Promise<Answer["body"]> => read(w(), "Rosa", `requisitions/${await s.requisition(lines, { currency })}`);
    const usd = await made("USD", [1, 2, 3].map(() => ({ quantity: "3", price: "0.335" })));
    expect(Number(usd.lines[0].amount)).toBe(1.01);
    expect([Number(usd.amount), usd.total]).toEqual([3.03, "2.79"]);
    expect((await made("USD", [1, 2, 3].map(() => ({ quantity: "1", price: "0.55" })))).total).toBe("1.52");
    const jpy = await made("JPY", [{ quantity: "3", price: "33.5" }]);
    expect([Number(jpy.lines[0].amount), jpy.total]).toEqual([101, "0.62"]);
    expect(Number((await made("EUR", [{ quantity: "0.125", price: "0.04" }])).lines[0].amount)).toBe(0.01);
    const t = await w().scene({ budget4711: null });
    expect((await ok(w().as.Fay("POST", "/api/budgets", { costCentre: t.operations, year: 2026, amount: "999.995" }))).amount).toBe("1000.00");
  });

  test("23 CHF is not shown", async () => {
    const s = await w().scene();
    const one = await s.requisition([{ price: "10" }], { currency: "CHF" });
    const record = await read(w(), "Rosa", `requisitions/${one}`);
    expect(record.total ?? null).toBe(null);
    const answer = await refused(submit(one));
    expect(answer.status).toBe(501);
    expect(answer.body.errors[0].line).toBe(562);
    expect(await state(w(), one)).toBe("draft");
  });
}
