/** Probes 30 and 39: the visibility of records and fields, and that nothing leaks another way. */
import { expect, test } from "vitest";
import { ok, read, refused, yes, type World } from "./world.ts";

export function sightProbes(w: () => World): void {
  test("30 The warehouse knows no prices", async () => {
    const s = await w().scene();
    const { order, lines } = await s.ordered([{ quantity: "100", price: "13.37" }]);
    await ok(s.receive(lines[0]!, "10"));
    const record = await w().as.Rex("GET", `/api/purchase-orders/${order}`);
    const over = await refused(s.receive(lines[0]!, "100"), "OVER_DELIVERY");
    const live = new AbortController();
    const stream = await w().raw("Rex", "/api/events", { headers: { accept: "text/event-stream" }, signal: live.signal });
    const heard = listen(stream);
    await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity: "10", price: "13.37" }], { statedGross: "159.10" }));
    await ok(s.receive(lines[0]!, "1"));
    const listed = await w().as.Rex("GET", "/api/purchase-orders?limit=200");
    const history = await w().as.Rex("GET", `/api/purchase-orders/${order}/history`);
    for (const answer of [record, over, listed, history])
      expect(JSON.stringify(answer.body)).not.toMatch(/(?<![\w.:-])13\.?37(?![\w:-])|"amount"|"price"|"invoices"|"requisition"/);
    expect(Number(record.body.lines[0].quantity)).toBe(100);
    const unknown = await w().as.Rex("GET", "/api/purchase-orders?sort=nonsense");
    const sorted = await w().as.Rex("GET", "/api/purchase-orders?sort=amount");
    const alike = (body: unknown): string => JSON.stringify(body).replaceAll(/nonsense|amount/g, "…");
    expect([sorted.status, alike(sorted.body)]).toEqual([400, alike(unknown.body)]);
    for (const query of ["where=amount > 10", "amount=1337", 'where=requisition.purpose = "Probe"', "fields=amount"])
      expect((await w().as.Rex("GET", `/api/purchase-orders?${encodeURI(query)}`)).status, query).toBe(400);
    for (const path of ["invoices", "requisitions", "budgets"]) expect((await w().as.Rex("GET", `/api/${path}`)).body.items ?? [], path).toEqual([]);
    const token = (await w().as.Rex("POST", "/api/sign-in", { email: "rex@requisite.test", password: "a long password" })).body.token;
    const exported = await fetch(`${w().address}/api/purchase-orders/export?format=csv`, { headers: { authorization: `Bearer ${token}` } });
    expect(await exported.text()).not.toMatch(/(?<![\w.:-])13\.?37(?![\w:-])|[Aa]mount/);
    expect((await w().as.Rex("GET", "/api/purchase-orders?search=1337")).body.items).toEqual([]);
    for (const screen of ["Orders", "Purchase order"])
      expect(JSON.stringify((await w().as.Rex("GET", `/api/screens/${screen}/data?id=${order}`)).body)).not.toMatch(/(?<![\w.:-])13\.?37(?![\w:-])|"amount"|"price"/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    live.abort();
    expect(await heard).toMatch(/"Goods receipt"/);
    expect(await heard).not.toMatch(/(?<![\w.:-])13\.?37(?![\w:-])|amount|price|invoice|requisition/i);
  });

  test("39 Who reads what", async () => {
    const s = await w().scene();
    const hers = await s.submitted([{ price: "10" }]);
    const { number } = await read(w(), "Rosa", `requisitions/${hers}`);
    const notFound = async (who: "Rolf" | "Ivo" | "Ben", id: string): Promise<void> => expect((await w().as[who]("GET", `/api/requisitions/${id}`)).status, who).toBe(404);
    await notFound("Rolf", hers);
    expect((await w().as.Rolf("GET", `/api/requisitions?search=${number}`)).body.items).toEqual([]);
    const anyOf = await read(w(), "Rolf", `requisitions?where=${encodeURIComponent(`purpose != "x" or cost centre.code != ""`)}&count=exact`);
    // His own are all that he finds, and all that are counted.
    expect(anyOf.items.filter((one: { requester: { id: string } }) => one.requester.id !== w().id.Rolf)).toEqual([]);
    expect(anyOf.count).toBe(anyOf.items.length);
    for (const path of [`cost-centres/${s.operations}`, `categories/${s.it}`]) expect(JSON.stringify(await read(w(), "Rolf", path))).not.toContain(number);
    await read(w(), "Ivo", `requisitions/${hers}`);
    await notFound("Ivo", await s.requisition([{ price: "10" }]));
    await notFound("Ivo", await s.submitted([{ price: "10", category: "furniture" }]));
    await notFound("Ben", hers);
    for (const who of ["Olga", "Ivo"] as const) await ok(yes(w(), who, hers));
    await read(w(), "Ben", `requisitions/${hers}`);
    const order = await s.order(hers);
    const seen = await read(w(), "Rosa", `purchase-orders/${order}`);
    expect(Object.keys(seen)).toEqual(expect.arrayContaining(["number", "state"]));
    expect(["supplier", "amount", "lines", "buyer", "invoices"].filter((key) => key in seen)).toEqual([]);
    expect((await w().as.Rolf("GET", `/api/purchase-orders/${order}`)).status).toBe(404);
    expect((await read(w(), "Rolf", "purchase-orders?count=exact")).count).toBe(0);
    await ok(w().as.Fay("PATCH", `/api/suppliers/${s.supplier}`, { iban: "NL91ABNA0417164300" }, { "if-match": "*" }));
    expect((await read(w(), "Fay", `suppliers/${s.supplier}`)).iban).toBe("NL91ABNA0417164300");
    expect(await read(w(), "Ben", `suppliers/${s.supplier}`)).not.toHaveProperty("iban");
    const token = (await w().as.Ben("POST", "/api/sign-in", { email: "ben@requisite.test", password: "a long password" })).body.token;
    const exported = await fetch(`${w().address}/api/suppliers/export?format=csv`, { headers: { authorization: `Bearer ${token}` } });
    expect(await exported.text()).not.toMatch(/NL91ABNA|iban/i);
    expect(JSON.stringify((await w().as.Ben("GET", `/api/suppliers/${s.supplier}/history`)).body)).not.toMatch(/NL91ABNA/);
  });
}

/** Everything that a stream says until it is cut. */
async function listen(stream: Response): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of stream.body!) text += decoder.decode(chunk as Uint8Array, { stream: true });
  } catch {
    // Cut.
  }
  return text;
}
