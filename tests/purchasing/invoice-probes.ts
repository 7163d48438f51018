/** Probes 31 to 38 and 40: the three-way match, tax, release by two others, the bank's word. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { codes, ok, read, refused, state, type World } from "./world.ts";

export const bankSecret = "a secret of the bank";

export function invoiceProbes(w: () => World): void {
  const match = (id: string) => w().as.Fay("POST", `/api/invoices/${id}/match`, {});
  const invoiceState = async (id: string): Promise<string> => (await read(w(), "Finn", `invoices/${id}`)).state;
  const gross = (net: number, places = 2): string => (net + Math.round(net * 0.19 * 10 ** places + 1e-6) / 10 ** places).toFixed(places);
  /** An order of one line in a scene of its own, received as said, and an invoice for it, matched or blocked. */
  const matched = async (
    ordered: readonly [string, string],
    received: string,
    invoiced: readonly [string, string],
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<{ id: string; state: string; order: string; line: string }> => {
    const s = await w().scene({ budget4711: "1000000" });
    const { order, lines } = await s.ordered([{ quantity: ordered[0], price: ordered[1] }], more);
    if (received !== "0") await ok(s.receive(lines[0]!, received));
    const places = more["currency"] === "JPY" ? 0 : 2;
    const net = Math.round(Number(invoiced[0]) * Number(invoiced[1]) * 10 ** places) / 10 ** places;
    const invoice = await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity: invoiced[0], price: invoiced[1] }], { statedGross: gross(net, places) }));
    return { id: invoice.id, state: (await ok(match(invoice.id))).state, order, line: lines[0]! };
  };

  test("31 Three-way match, price", async () => {
    for (const [price, expected] of [
      ["10.20", "matched"],
      ["9.80", "matched"],
      ["10.21", "blocked"],
      ["9.79", "blocked"],
    ] as const)
      expect((await matched(["100", "10"], "100", ["100", price])).state, price).toBe(expected);
    expect((await matched(["125", "10"], "125", ["125", "10.20"])).state).toBe("matched");
    const blocked = await matched(["126", "10"], "126", ["126", "10.20"]);
    expect(blocked.state).toBe("blocked");
    const number = (await read(w(), "Fay", `purchase-orders/${blocked.order}`)).number;
    expect((await w().mails()).filter((m) => m.subject.endsWith(`doesn't fit ${number}`)).map((m) => m.to)).toEqual(["ben@requisite.test"]);
    // 20 yen on each of 300: 6,000 yen are 36.60 euros; on 200: 24.40.
    expect((await matched(["200", "1000"], "200", ["200", "1020"], { currency: "JPY" })).state).toBe("matched");
    expect((await matched(["300", "1000"], "300", ["300", "1020"], { currency: "JPY" })).state).toBe("blocked");
  });

  test("32 Three-way match, quantity", async () => {
    const s = await w().scene({ budget4711: "100000" });
    const { order, lines } = await s.ordered([{ quantity: "100", price: "1" }]);
    const invoice = async (quantity: string): Promise<string> =>
      (await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity, price: "1" }], { statedGross: gross(Number(quantity)) }))).id;
    await ok(s.receive(lines[0]!, "60"));
    expect((await ok(match(await invoice("60")))).state).toBe("matched");
    const more = await invoice("1");
    expect((await ok(match(more))).state).toBe("blocked");
    await ok(s.receive(lines[0]!, "40"));
    await w().settle();
    expect(await invoiceState(more)).toBe("matched");
    expect((await matched(["100", "1"], "60", ["61", "1"])).state).toBe("blocked");
    expect((await matched(["100", "1"], "105", ["105", "1"])).state).toBe("matched");
    const t = await w().scene();
    const other = await t.ordered([{ quantity: "10", price: "1" }]);
    const receipt = await ok(t.receive(other.lines[0]!, "10"));
    const entered = await ok(t.invoice(other.order, [{ orderLine: other.lines[0]!, quantity: "10", price: "1" }], { statedGross: "11.90" }));
    await ok(w().as.Rex("POST", `/api/goods-receipts/${receipt.id}/reverse`, { why: "wrong" }));
    expect((await ok(match(entered.id))).state).toBe("blocked");
  });

  test("33 Two invoices for the same goods at once", async () => {
    const s = await w().scene();
    const { order, lines } = await s.ordered([{ quantity: "100", price: "1" }]);
    await ok(s.receive(lines[0]!, "60"));
    const two = [
      await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity: "60", price: "1" }], { statedGross: "71.40" })),
      await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity: "60", price: "1" }], { statedGross: "71.40" })),
    ];
    const answers = await Promise.all(two.map((i) => match(i.id)));
    const states = await Promise.all(two.map((i) => invoiceState(i.id)));
    expect(states.filter((one) => one === "matched")).toHaveLength(1);
    const other = states.findIndex((one) => one !== "matched");
    expect([states[other], codes(answers[other]!)]).toEqual(answers[other]!.status === 200 ? ["blocked", []] : ["entered", ["NOT_RECEIVED"]]);
  });

  test("34 Invoice details", async () => {
    const s = await w().scene();
    const { order, lines } = await s.ordered([
      { quantity: "10", price: "10" },
      { quantity: "10", price: "10" },
    ]);
    const line = { orderLine: lines[0]!, quantity: "10", price: "10" };
    const first = await ok(s.invoice(order, [line], { statedGross: "119", supplierNumber: "A-1" }));
    await refused(s.invoice(order, [line], { statedGross: "119", supplierNumber: "A-1" }), "INVOICE_TWICE");
    const both = await Promise.all([1, 2].map(() => s.invoice(order, [line], { statedGross: "119", supplierNumber: "A-2" })));
    expect([both.filter((a) => a.status === 201).length, both.flatMap(codes)]).toEqual([1, ["INVOICE_TWICE"]]);
    await ok(w().as.Fay("POST", `/api/invoices/${first.id}/return`, { why: "wrong address" }));
    await ok(s.invoice(order, [line], { statedGross: "119", supplierNumber: "A-1" }));
    const t = await w().scene();
    await refused(s.invoice(order, [line], { statedGross: "119", supplier: t.supplier }), "WRONG_SUPPLIER");
    const other = await t.ordered([{ quantity: "1", price: "1" }]);
    await ok(t.invoice(other.order, [{ orderLine: other.lines[0]!, quantity: "1", price: "1" }], { statedGross: "1.19", supplierNumber: "A-1" }));
    await refused(s.invoice(order, [{ ...line, orderLine: other.lines[0]! }], { statedGross: "119" }), "WRONG_ORDER_LINE");
    const twice = await refused(s.invoice(order, [line, line], { statedGross: "238" }));
    expect(JSON.stringify(twice.body)).toMatch(/not-unique/);
    await ok(s.invoice(order, [line], { statedGross: "119.05" }));
    await refused(s.invoice(order, [line], { statedGross: "119.06" }), "INVOICE_SUM_WRONG");
  });

  test("35 Tax by the invoice's day", async () => {
    const s = await w().scene();
    const { order, lines } = await s.ordered([{ quantity: "10", price: "10" }]);
    const vat = async (issueDate: string, quantity: string, price: string, statedGross: string): Promise<number> =>
      Number((await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity, price }], { issueDate, statedGross }))).vat);
    expect(await vat("2026-12-31", "10", "10", "119")).toBe(19);
    expect(await vat("2027-01-01", "10", "10", "120")).toBe(20);
    expect(await vat("2026-06-01", "1", "1.50", "1.79")).toBe(0.29);
    const yen = await s.ordered([{ quantity: "1", price: "55" }], { currency: "JPY" });
    expect(Number((await ok(s.invoice(yen.order, [{ orderLine: yen.lines[0]!, quantity: "1", price: "55" }], { statedGross: "65" }))).vat)).toBe(10);
  });

  test("36 Release by two others", async () => {
    const { id } = await matched(["10", "10"], "10", ["10", "10"]);
    const release = (who: "Fay" | "Finn" | "Fritz") => w().as[who]("POST", `/api/invoices/${id}/release`, {});
    await refused(release("Fay"));
    await ok(release("Finn"));
    expect(await invoiceState(id)).toBe("matched");
    await refused(release("Finn"), "decided-already");
    expect(await invoiceState(id)).toBe("matched");
    await ok(release("Fritz"));
    expect(await invoiceState(id)).toBe("released");
  });

  test("37 A price that is accepted", async () => {
    const price = await matched(["100", "10"], "100", ["100", "10.50"]);
    expect(price.state).toBe("blocked");
    const accept = (who: "Olga" | "Hugo" | "Fay", id: string) => w().as[who]("POST", `/api/invoices/${id}/accept-price`, {});
    await refused(accept("Hugo", price.id));
    await refused(accept("Fay", price.id));
    await ok(accept("Olga", price.id));
    expect(await invoiceState(price.id)).toBe("matched");
    const quantity = await matched(["100", "10"], "50", ["60", "10"]);
    await refused(accept("Olga", quantity.id), "guard");
    expect(await invoiceState(quantity.id)).toBe("blocked");
    const s = await w().scene({ budget4711: "1000" });
    const { order, lines } = await s.ordered([{ quantity: "100", price: "10" }]);
    await ok(s.receive(lines[0]!, "100"));
    const dear = await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity: "100", price: "10.50" }], { statedGross: "1249.50" }));
    await ok(match(dear.id));
    await refused(accept("Olga", dear.id), "BUDGET_EXCEEDED");
    expect(await invoiceState(dear.id)).toBe("blocked");
    await ok(w().owner("PATCH", `/api/people/${w().id.Olga}`, { roles: ["Approver", "Finance"] }));
    try {
      const hers = await ok(
        w().as.Olga("POST", "/api/invoices", {
          supplier: s.supplier,
          supplierNumber: "hers",
          purchaseOrder: order,
          issueDate: "2026-04-02",
          paper: await w().upload("Olga"),
          statedGross: "12.50",
          lines: [{ orderLine: lines[0]!, quantity: "1", price: "10.50" }],
        }),
      );
      await ok(match(hers.id));
      await refused(accept("Olga", hers.id));
      expect(await invoiceState(hers.id)).toBe("blocked");
    } finally {
      await ok(w().owner("PATCH", `/api/people/${w().id.Olga}`, { roles: ["Approver"] }));
    }
  });

  test("38 The bank's word", async () => {
    const { id } = await matched(["10", "10"], "10", ["10", "10"]);
    const invoice = await read(w(), "Fay", `invoices/${id}`);
    const supplier = await read(w(), "Fay", `suppliers/${invoice.supplier.id}`);
    const say = async (secret = bankSecret): Promise<number> => {
      const body = JSON.stringify({ vat_number: supplier.vatNumber, "vat number": supplier.vatNumber, vatNumber: supplier.vatNumber, reference: invoice.supplierNumber });
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      return (await fetch(`${w().address}/hooks/bank`, { method: "POST", headers: { "content-type": "application/json", "x-bank-signature": signature }, body })).status;
    };
    expect(await say()).toBe(404);
    for (const who of ["Finn", "Fritz"] as const) await ok(w().as[who]("POST", `/api/invoices/${id}/release`, {}));
    expect([401, 403]).toContain(await say("another secret"));
    expect(await say()).toBe(200);
    const paid = await read(w(), "Fay", `invoices/${id}`);
    expect([paid.state, typeof paid.paidOn]).toEqual(["paid", "string"]);
    expect(await say()).toBe(404);
    const s = await w().scene();
    const one = await s.approved([{ price: "10" }]);
    for (const action of ["order", "close", "lapse", "reopen"])
      for (const who of [w().owner, w().as.Rosa, w().as.Ben, w().as.Fay]) await refused(who("POST", `/api/requisitions/${one}/${action}`, {}));
    const pending = await s.submitted([{ price: "10" }]);
    await refused(w().owner("POST", `/api/requisitions/${pending}/lapse`, {}));
    await refused(w().owner("PATCH", `/api/requisitions/${pending}`, { state: "approved" }, { "if-match": "*" }));
    expect(await state(w(), pending)).toBe("pending");
    const other = await matched(["10", "10"], "10", ["10", "10"]);
    for (const who of ["Finn", "Fritz"] as const) await ok(w().as[who]("POST", `/api/invoices/${other.id}/release`, {}));
    for (const who of [w().owner, w().as.Fay]) await refused(who("POST", `/api/invoices/${other.id}/settle`, {}));
    expect(await invoiceState(other.id)).toBe("released");
  });

  test("40 PRICE_ZERO", async () => {
    const s = await w().scene();
    const body = { costCentre: s.operations, purpose: "A present", neededOn: "2026-05-01", lines: [{ description: "Pen", category: s.it, quantity: "1", price: "0" }] };
    const warned = await refused(w().as.Rosa("POST", "/api/requisitions", body), "PRICE_ZERO");
    expect(warned.body.errors[0]).toMatchObject({ field: "lines/0/price", detail: "Is Pen really free?", line: 355 });
    await ok(w().as.Rosa("POST", "/api/requisitions?confirm=PRICE_ZERO", body));
    await refused(w().as.Rosa("POST", "/api/requisitions?confirm=PRICE_ZERO", { ...body, lines: [{ ...body.lines[0], price: "-1" }] }));
    await refused(w().as.Rosa("POST", "/api/requisitions?confirm=PRICE_ZERO", { ...body, lines: [{ ...body.lines[0], quantity: "0" }] }));
  });
}
