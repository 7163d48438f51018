/** Requisite in rehearsal, with the people whom the probes name; each probe has cost centres, categories and budgets of its own. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { client, clientOf, type Answer, type Ask } from "../api-client.ts";
import { bankSecret } from "./invoice-probes.ts";
import { root, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { freshDatabase } from "../shared-postgres.ts";

/** The document as it was written, to the byte: its probes name its lines. `examples/purchasing` has it in the canonical form. */
export const specification = join(root, "tests/purchasing/purchasing.md");

const roles = {
  Olga: ["Approver"],
  Hugo: ["Approver"],
  Dina: ["Approver"],
  Sven: ["Approver"],
  Ivo: ["Approver"],
  Fred: ["Approver"],
  Sam: ["Approver"],
  Rosa: ["Requester"],
  Rolf: ["Requester"],
  Ben: ["Buyer"],
  Bea: ["Buyer"],
  Rex: ["Receiver"],
  Fay: ["Finance"],
  Finn: ["Finance"],
  Fritz: ["Finance"],
} as const;
export type Name = keyof typeof roles;

export interface World {
  readonly address: string;
  readonly owner: Ask;
  readonly as: Readonly<Record<Name, Ask>>;
  readonly id: Readonly<Record<Name, string>>;
  /** Named by the probe, so that records of different probes can be told apart. */
  scene(more?: { readonly budget4711?: string | null; readonly budget4712?: string | null }): Promise<Scene>;
  clock(now: string): Promise<void>;
  forward(duration: string): Promise<void>;
  settle(): Promise<void>;
  mails(): Promise<readonly { to: string; subject: string; body: string }[]>;
  answers(script: Readonly<Record<string, unknown>>): Promise<void>;
  calls(): Promise<readonly { call: string; status: string; body: Answer["body"]; headers: Readonly<Record<string, string>>; attempts: number }[]>;
  upload(who: Name): Promise<string>;
  /** An answer as it comes, for texts and streams. */
  raw(who: Name, path: string, more?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export interface Scene {
  /** Cost centres 4711 (operations) and 4712 (capital), by their id here. */
  readonly operations: string;
  readonly capital: string;
  readonly it: string;
  readonly furniture: string;
  readonly budget: string | null;
  readonly budget4712: string | null;
  readonly supplier: string;
  requisition(lines: readonly Line[], more?: Readonly<Record<string, unknown>>, who?: Name): Promise<string>;
  submitted(lines: readonly Line[], more?: Readonly<Record<string, unknown>>, who?: Name): Promise<string>;
  approved(lines: readonly Line[], more?: Readonly<Record<string, unknown>>): Promise<string>;
  order(requisition: string, who?: Name): Promise<string>;
  ordered(lines: readonly Line[], more?: Readonly<Record<string, unknown>>): Promise<{ order: string; requisition: string; lines: readonly string[] }>;
  receive(line: string, quantity: string): Promise<Answer>;
  invoice(order: string, lines: readonly { orderLine: string; quantity: string; price: string }[], more?: Readonly<Record<string, unknown>>): Promise<Answer>;
}

export interface Line {
  readonly quantity?: string;
  readonly price: string;
  readonly category?: "it" | "furniture";
  readonly description?: string;
}

/** The document as it is, but for its limit of requests: the probes' people ask faster than people do. */
function unhurried(folder: string): string {
  const path = join(folder, "purchasing.md");
  writeFileSync(path, readFileSync(specification, "utf8").replace("| requests per minute | 240 |", "| requests per minute | 1000000 |"));
  return path;
}

export async function openWorld(given: string = specification): Promise<World> {
  const folder = temporaryFolder();
  const document = given === specification ? unhurried(folder.path) : given;
  const product: Running = await runProduct([document, "--data", join(folder.path, "data"), "--database", (await freshDatabase()).url, "--rehearse"], {
    env: { BANK_HOOK: bankSecret },
  });
  const { address } = product;
  await ok(client(address)("POST", "/rehearsal/clock", { now: "2026-04-01T08:00:00Z" }));
  const owner = await clientOf(address, "owner@example.test");
  const as = {} as Record<Name, Ask>;
  const id = {} as Record<Name, string>;
  const tokens = {} as Record<Name, string>;
  for (const [name, own] of Object.entries(roles) as [Name, readonly string[]][]) {
    const made = await ok(owner("POST", "/api/people", { email: mailOf(name), name, roles: own, password: "a long password", keepPassword: true }));
    id[name] = made.id;
    tokens[name] = (await ok(client(address)("POST", "/api/sign-in", { email: mailOf(name), password: "a long password" }))).token;
    as[name] = patient(client(address, tokens[name]));
  }
  const plain = client(address);
  const world: World = {
    address,
    owner,
    as,
    id,
    scene: (more) => makeScene(world, more),
    clock: async (now) => void (await ok(plain("POST", "/rehearsal/clock", { now }))),
    forward: async (forward) => void (await ok(plain("POST", "/rehearsal/clock", { forward }))),
    settle: async () => void (await plain("POST", "/rehearsal/settle", {})),
    mails: async () => {
      await plain("POST", "/rehearsal/settle", {});
      const answer = await plain("GET", "/rehearsal/mails");
      return answer.body.items ?? answer.body;
    },
    calls: async () => {
      await plain("POST", "/rehearsal/settle", {});
      return (await plain("GET", "/rehearsal/calls")).body;
    },
    answers: async (script) => void (await ok(plain("POST", "/rehearsal/answers", script))),
    upload: (who) => upload(world, who),
    raw: (who, path, more = {}) =>
      fetch(`${address}${path}`, { ...more, headers: { authorization: `Bearer ${tokens[who]}`, ...(more.headers as Record<string, string> | undefined) } }),
    stop: async () => {
      await product.stop();
      folder.remove();
    },
  };
  await world.answers({ call: "Check supplier", status: 200, body: { known: true } });
  return world;
}

export const mailOf = (name: Name): string => `${name.toLowerCase()}@requisite.test`;

/** The body of an answer that must be good. */
export async function ok(asked: Promise<Answer>): Promise<Answer["body"]> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The codes of a refusal, in order; of a good answer none. */
export const codes = (answer: Answer): string[] => (answer.status < 300 ? [] : (answer.body.errors ?? []).map((e: { code: string }) => e.code));

export async function refused(asked: Promise<Answer>, ...expected: string[]): Promise<Answer> {
  const answer = await asked;
  expect(answer.status, JSON.stringify(answer.body)).toBeGreaterThanOrEqual(400);
  expect(answer.status, JSON.stringify(answer.body)).not.toBe(500);
  if (expected.length > 0) expect(codes(answer)).toEqual(expected);
  return answer;
}

/** Waits, as a good client does, where a person has asked too often in this minute. */
function patient(ask: Ask): Ask {
  return async (method, path, body, headers) => {
    for (;;) {
      const answer = await ask(method, path, body, headers);
      if (answer.status !== 429) return answer;
      const seconds = Number(/in (\d+) seconds/.exec(String(answer.body.detail))?.[1] ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };
}

async function upload(world: World, who: Name): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob(["%PDF-1.4 an invoice"], { type: "application/pdf" }), "invoice.pdf");
  const answer = await world.raw(who, "/api/files", { method: "POST", body: form });
  const body = (await answer.json()) as { id: string };
  if (!answer.ok) throw new Error(JSON.stringify(body));
  return body.id;
}

let scenes = 0;

async function makeScene(world: World, { budget4711 = "10000", budget4712 = "50000" }: { budget4711?: string | null; budget4712?: string | null } = {}): Promise<Scene> {
  const n = scenes++;
  const { as, id } = world;
  const centre = async (code: string, kind: string): Promise<string> =>
    (await ok(as.Fay("POST", "/api/cost-centres", { code, name: `Centre ${code}`, kind, owner: id.Olga, divisionHead: id.Hugo, director: id.Dina, substitute: id.Sven }))).id;
  const budget = async (costCentre: string, amount: string | null): Promise<string | null> =>
    amount === null ? null : (await ok(as.Fay("POST", "/api/budgets", { costCentre, year: 2026, amount }))).id;
  const category = async (name: string, owner: string, substitute: string): Promise<string> =>
    (await ok(as.Fay("POST", "/api/categories", { name: `${name} ${n}`, owner, substitute }))).id;
  const [operations, capital, it, furniture, supplier, paper] = await Promise.all([
    centre(String(1000 + 2 * n), "operations"),
    centre(String(1001 + 2 * n), "capital"),
    category("IT", id.Ivo, id.Sam),
    category("Furniture", id.Fred, id.Sam),
    ok(as.Ben("POST", "/api/suppliers", { name: `Supplier ${n}`, email: `s${n}@suppliers.test`, country: "NL", vatNumber: `NL${String(100000000 + n)}` })).then(
      (made): string => made.id,
    ),
    world.upload("Fay"),
  ]);
  const categories = { it, furniture };
  const budgets = await Promise.all([budget(operations, budget4711), budget(capital, budget4712)]);
  let invoices = 0;
  const scene: Scene = {
    operations,
    capital,
    ...categories,
    budget: budgets[0]!,
    budget4712: budgets[1]!,
    supplier,
    requisition: async (lines, more = {}, who = "Rosa") => {
      const body = {
        costCentre: operations,
        purpose: "Probe",
        neededOn: "2026-05-01",
        currency: "EUR",
        lines: lines.map((l, i) => ({ description: l.description ?? `Line ${i + 1}`, category: categories[l.category ?? "it"], quantity: l.quantity ?? "1", price: l.price })),
        ...more,
      };
      return (await ok(as[who]("POST", "/api/requisitions", body))).id;
    },
    submitted: async (lines, more, who = "Rosa") => {
      const made = await scene.requisition(lines, more, who);
      await ok(as[who]("POST", `/api/requisitions/${made}/submit`, {}));
      return made;
    },
    approved: async (lines, more) => {
      const made = await scene.submitted(lines, more);
      await approveAll(world, made);
      return made;
    },
    order: async (requisition, who = "Ben") => (await ok(as[who]("POST", "/api/purchase-orders", { requisition, supplier }))).id,
    ordered: async (lines, more) => {
      const requisition = await scene.approved(lines, more);
      const order = await scene.order(requisition);
      const read = await ok(as.Fay("GET", `/api/purchase-orders/${order}`));
      return { order, requisition, lines: read.lines.map((l: { id: string }) => l.id) };
    },
    receive: (orderLine, quantity) => as.Rex("POST", "/api/goods-receipts", { orderLine, quantity, deliveryNote: `D${Math.random()}` }),
    invoice: async (purchaseOrder, lines, more = {}) =>
      as.Fay("POST", "/api/invoices", { supplier, supplierNumber: `S-${n}-${++invoices}`, purchaseOrder, issueDate: "2026-04-02", paper, lines, ...more }),
  };
  return scene;
}

/** Everybody whose turn it is says yes, until nobody is asked. */
export async function approveAll(world: World, requisition: string): Promise<void> {
  await chain(world, requisition);
}

export const yes = (world: World, name: Name, requisition: string): Promise<Answer> => world.as[name]("POST", `/api/requisitions/${requisition}/approve`, {});
export const no = (world: World, name: Name, requisition: string): Promise<Answer> => world.as[name]("POST", `/api/requisitions/${requisition}/approve`, { decision: "no" });

/** Those of the approvers whose turn it is. */
export async function whoIsAsked(world: World, requisition: string): Promise<Name[]> {
  const approvers = ["Olga", "Hugo", "Dina", "Sven", "Ivo", "Fred", "Sam"] as const;
  const mayDecide = await Promise.all(
    approvers.map(async (name) => {
      const answer = await world.as[name]("GET", `/api/requisitions/${requisition}/actions`);
      const actions: { name: string; allowed: boolean }[] = answer.status === 200 ? (answer.body.items ?? answer.body) : [];
      return actions.some((a) => a.name === "Approve" && a.allowed);
    }),
  );
  return approvers.filter((_, i) => mayDecide[i]);
}

/** Steps through the whole decision and says who was asked at each step, as whoever keeps the budgets sees it. */
export async function chain(world: World, requisition: string): Promise<Name[][]> {
  const steps: Name[][] = [];
  while (steps.length < 8) {
    const { items } = await read(world, "Fritz", `requisitions/${requisition}/actions`);
    const decision: { steps: { stands: string; people: { name: Name; said: string | null }[] }[] } | undefined = items.find(
      (a: { name: string }) => a.name === "Approve",
    )?.decision;
    const asked = (decision?.steps.find((one) => one.stands === "now")?.people ?? []).filter((p) => p.said === null).map((p) => p.name);
    if (asked.length === 0) break;
    steps.push(asked);
    for (const name of asked) await ok(yes(world, name, requisition));
  }
  return steps;
}

export const read = (world: World, who: Name, path: string): Promise<Answer["body"]> => ok(world.as[who]("GET", `/api/${path}`));
export const state = async (world: World, requisition: string): Promise<string> => (await read(world, "Finn", `requisitions/${requisition}`)).state;
