/** Probes 25 to 30: ordering once, goods in parts, two pairs of hands. */
import { expect, test } from "vitest";
import { codes, ok, read, refused, state, type World } from "./world.ts";

export function orderProbes(w: () => World): void {
  const orderState = async (order: string): Promise<string> => (await read(w(), "Finn", `purchase-orders/${order}`)).state;
  const reverse = (receipt: string, why: string | null = "counted wrongly") => w().as.Rex("POST", `/api/goods-receipts/${receipt}/reverse`, why === null ? {} : { why });

  test("25 Ordering", async () => {
    const s = await w().scene();
    const one = await s.approved([
      { quantity: "2", price: "10", description: "Chairs" },
      { price: "5", description: "A lamp" },
    ]);
    const order = await read(w(), "Ben", `purchase-orders/${await s.order(one)}`);
    expect([order.state, order.lines.length, await state(w(), one)]).toEqual(["issued", 2, "ordered"]);
    const mails = (await w().mails()).filter((m) => m.subject === `Our order ${order.number}`);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: (await read(w(), "Fay", `suppliers/${s.supplier}`)).email });
    expect(mails[0]!.body).toMatch(/2 piece Chairs, 1 piece A lamp/);
    expect(order.lines.map((l: Record<string, unknown>) => [l["description"], Number(l["quantity"]), l["unit"], Number(l["price"])])).toEqual([
      ["Chairs", 2, "piece", 10],
      ["A lamp", 1, "piece", 5],
    ]);
    const pending = await s.submitted([{ price: "10" }]);
    await refused(w().as.Ben("POST", "/api/purchase-orders", { requisition: pending, supplier: s.supplier }));
    expect(await state(w(), pending)).toBe("pending");
    const two = await s.approved([{ price: "10" }]);
    const before = (await w().mails()).length;
    for (const script of [{ status: 404 }, { status: 500 }, { delay: "PT6S", status: 200 }]) {
      await w().answers({ call: "Check supplier", times: 1, body: {}, ...script });
      await refused(w().as.Ben("POST", "/api/purchase-orders", { requisition: two, supplier: s.supplier }), "SUPPLIER_UNCHECKED");
      expect(await state(w(), two)).toBe("approved");
    }
    expect((await read(w(), "Fay", `purchase-orders?requisition=${two}&count=exact`)).count).toBe(0);
    expect(await w().mails()).toHaveLength(before);
    await w().answers({ call: "Check supplier", status: 200, body: {} });
    await ok(w().as.Ben("PATCH", `/api/suppliers/${s.supplier}`, { blocked: true }, { "if-match": "*" }));
    const asked = (await w().calls()).length;
    await refused(w().as.Ben("POST", "/api/purchase-orders", { requisition: two, supplier: s.supplier }), "SUPPLIER_BLOCKED");
    expect(await w().calls()).toHaveLength(asked);
  });

  test("26 Ordered once", async () => {
    const s = await w().scene();
    const one = await s.approved([{ price: "10" }]);
    const both = await Promise.all((["Ben", "Bea"] as const).map((who) => w().as[who]("POST", "/api/purchase-orders", { requisition: one, supplier: s.supplier })));
    expect(both.filter((a) => a.status === 201)).toHaveLength(1);
    const order = both.find((a) => a.status === 201)!.body.id;
    expect((await read(w(), "Fay", `purchase-orders?requisition=${one}&count=exact`)).count).toBe(1);
    await ok(w().as.Ben("POST", `/api/purchase-orders/${order}/cancel`, {}));
    expect([await orderState(order), await state(w(), one)]).toEqual(["cancelled", "approved"]);
    const again = await s.order(one, "Bea");
    const [line] = (await read(w(), "Fay", `purchase-orders/${again}`)).lines;
    await ok(s.receive(line.id, "1"));
    await refused(w().as.Bea("POST", `/api/purchase-orders/${again}/cancel`, {}));
    const parts = await s.ordered([{ quantity: "2", price: "10" }]);
    await ok(s.receive(parts.lines[0]!, "1"));
    await refused(w().as.Ben("POST", `/api/purchase-orders/${parts.order}/cancel`, {}));
    expect([await orderState(parts.order), await state(w(), parts.requisition)]).toEqual(["partly received", "ordered"]);
  });

  test("27 Goods in parts", async () => {
    const s = await w().scene();
    const { order, lines } = await s.ordered([{ quantity: "100", price: "1" }]);
    await ok(s.receive(lines[0]!, "60"));
    expect(await orderState(order)).toBe("partly received");
    await refused(s.receive(lines[0]!, "45.001"), "OVER_DELIVERY");
    const both = await Promise.all([s.receive(lines[0]!, "45"), s.receive(lines[0]!, "45")]);
    expect(both.filter((a) => a.status === 201)).toHaveLength(1);
    expect(["OVER_DELIVERY", "ORDER_NOT_OPEN"]).toContain(both.flatMap(codes)[0]);
    expect(await orderState(order)).toBe("received");
    expect(Number((await read(w(), "Fay", `purchase-orders/${order}`)).lines[0].received)).toBe(105);
    expect(codes(await s.receive(lines[0]!, "1"))).toContain("ORDER_NOT_OPEN");
    const two = await s.ordered([
      { quantity: "2", price: "1" },
      { quantity: "3", price: "1" },
    ]);
    await ok(s.receive(two.lines[0]!, "2"));
    expect(await orderState(two.order)).toBe("partly received");
  });

  test("28 Reversing", async () => {
    const s = await w().scene();
    const { order, lines } = await s.ordered([{ quantity: "10", price: "1" }]);
    const only = await ok(s.receive(lines[0]!, "4"));
    await refused(reverse(only.id, null), "required");
    await ok(reverse(only.id));
    const record = await read(w(), "Fay", `purchase-orders/${order}`);
    expect([record.state, Number(record.lines[0].received)]).toEqual(["issued", 0]);
    await refused(reverse(only.id), "wrong-state");
    const first = await ok(s.receive(lines[0]!, "4"));
    await ok(s.receive(lines[0]!, "6"));
    expect(await orderState(order)).toBe("received");
    await ok(reverse(first.id));
    expect(await orderState(order)).toBe("partly received");
    const again = await ok(s.receive(lines[0]!, "4"));
    const invoice = await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity: "8", price: "1" }], { statedGross: "9.52" }));
    await ok(w().as.Fay("POST", `/api/invoices/${invoice.id}/match`, {}));
    await refused(reverse(again.id), "RECEIPT_BILLED");
    expect((await w().as.Rex("DELETE", `/api/goods-receipts/${again.id}`, undefined, { "if-match": "*" })).status).toBeGreaterThanOrEqual(400);
    expect((await w().as.Rex("PATCH", `/api/goods-receipts/${again.id}`, { quantity: "3" }, { "if-match": "*" })).status).toBeGreaterThanOrEqual(400);
  });

  test("29 Two pairs of hands", async () => {
    const s = await w().scene();
    await ok(w().owner("PATCH", `/api/people/${w().id.Ben}`, { roles: ["Buyer", "Receiver"] }));
    try {
      const his = await s.ordered([{ quantity: "10", price: "1" }]);
      await refused(w().as.Ben("POST", "/api/goods-receipts", { orderLine: his.lines[0], quantity: "1", deliveryNote: "D" }), "SAME_HANDS");
      const hers = await s.order(await s.approved([{ quantity: "10", price: "1" }]), "Bea");
      const [line] = (await read(w(), "Fay", `purchase-orders/${hers}`)).lines;
      const taken = await ok(w().as.Ben("POST", "/api/goods-receipts", { orderLine: line.id, quantity: "1", deliveryNote: "D" }));
      expect(taken.receivedBy.id).toBe(w().id.Ben);
      expect((await w().as.Ben("POST", "/api/goods-receipts", { orderLine: line.id, quantity: "1", deliveryNote: "D", receivedBy: w().id.Rex })).status).toBeGreaterThanOrEqual(
        400,
      );
    } finally {
      await ok(w().owner("PATCH", `/api/people/${w().id.Ben}`, { roles: ["Buyer"] }));
    }
  });
}
