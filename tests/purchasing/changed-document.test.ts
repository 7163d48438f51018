/** Probes 23 and 36 on a copy of the document: one that changes while the product runs, and that says where the ledger answers. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../nonet-process.ts";
import { approveAll, ok, openWorld, read, specification, whoIsAsked, yes, type World } from "./world.ts";

const text = readFileSync(specification, "utf8").replace("| ledger address | not shown |", '| ledger address | "https://ledger.example" |');
const folder = temporaryFolder();
const document = join(folder.path, "purchasing.md");
let w: World;

beforeAll(async () => {
  writeFileSync(document, text);
  w = await openWorld(document);
});
afterAll(async () => {
  await w?.stop();
  folder.remove();
});

const requisition = (id: string): ReturnType<typeof read> => read(w, "Fay", `requisitions/${id}`);
const rosa = (id: string, action: string): Promise<unknown> => ok(w.as.Rosa("POST", `/api/requisitions/${id}/${action}`, {}));

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error("It never came to that.");
}

test("36 Release by two others: the ledger's entry", async () => {
  const s = await w.scene();
  const { order, lines } = await s.ordered([{ quantity: "10", price: "10" }]);
  await ok(s.receive(lines[0]!, "10"));
  const released = async (quantity: string, statedGross: string): Promise<string> => {
    const invoice = await ok(s.invoice(order, [{ orderLine: lines[0]!, quantity, price: "10" }], { statedGross }));
    await ok(w.as.Fay("POST", `/api/invoices/${invoice.id}/match`, {}));
    for (const who of ["Finn", "Fritz"] as const) await ok(w.as[who]("POST", `/api/invoices/${invoice.id}/release`, {}));
    return invoice.id;
  };
  const entries = async (): Promise<Awaited<ReturnType<World["calls"]>>> => (await w.calls()).filter((c) => c.call === "Post to ledger");
  await w.answers({ call: "Post to ledger", status: 201, body: {} });
  const first = await released("4", "47.60");
  const posted = await entries();
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({ status: "done", attempts: 1, body: { net: 40, vat: 7.6, gross: 47.6, currency: "EUR", due: "2026-05-02" } });
  await w.answers({ call: "Post to ledger", status: 503, body: {}, times: 2 });
  const second = await released("6", "71.40");
  expect((await read(w, "Fay", `invoices/${second}`)).state).toBe("released");
  const down = (await entries()).at(-1)!;
  expect([down.status, down.attempts]).toEqual(["waiting", 1]);
  await w.forward("PT10M");
  const now = await entries();
  expect([now.length, now.at(-1)!.status, now.at(-1)!.attempts]).toEqual([2, "done", 3]);
  const keys = now.map((c) => c.headers["idempotency-key"]);
  expect([typeof keys[1], keys[1]]).toEqual(["string", down.headers["idempotency-key"]]);
  expect(new Set(keys).size).toBe(2);
  expect((await read(w, "Fay", `invoices/${first}`)).state).toBe("released");
});

test("23 The rate stays", async () => {
  const s = await w.scene();
  const pending = await s.submitted([{ price: "100" }], { currency: "USD" });
  await ok(yes(w, "Olga", pending));
  const draft = await s.requisition([{ price: "100" }], { currency: "USD" });
  expect([(await requisition(pending)).total, (await requisition(draft)).total]).toEqual(["92.00", "92.00"]);
  writeFileSync(document, text.replace('| "USD" | 0.92 | 2 |', '| "USD" | 0.95 | 2 |'));
  await until(async () => (await requisition(draft)).total === "95.00");
  expect(await requisition(pending)).toMatchObject({ state: "pending", rate: "0.92", total: "92.00", submittedTotal: "92.00" });
  expect(await whoIsAsked(w, pending)).toEqual(["Ivo"]);
  await rosa(pending, "amend");
  expect(await requisition(pending)).toMatchObject({ state: "draft", rate: null, total: "95.00" });
  await rosa(pending, "submit");
  expect(await requisition(pending)).toMatchObject({ state: "pending", rate: "0.95", total: "95.00", submittedTotal: "95.00" });
  await approveAll(w, pending);
  expect((await requisition(pending)).state).toBe("approved");
});
