/** Opens the Equipment Desk on a real embedded PostgreSQL for a test, and speaks for its people. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Product } from "@nonet/model";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Change, type Outcome, type PerformOptions } from "../../src/contract/outcome.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type VisibleRecord } from "../../src/contract/reads.ts";
import { valueOf } from "./outcome.ts";
import { compile } from "../../../../tests/compile-again.ts";

export interface Desk {
  readonly engine: Engine;
  readonly folder: string;
  as(role: string): Promise<Actor>;
  close(): Promise<void>;
}

const example = new URL("../../../../examples/equipment-desk/equipment-desk.md", import.meta.url);
export const deskText = readFileSync(example, "utf8");

/** A folder that a database server under another user may enter, so that the cluster lies inside and goes with it. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "nonet-desk-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** Text in, product out; the text must be without errors. */
export function productOf(text: string, version = "test"): Product {
  const { product, diagnostics } = compile([{ name: "equipment-desk.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  return { ...product, version };
}

/** `given`: a folder whose database is opened again; with `server`, one that has a server of its own. */
export async function openDesk(text = deskText, given?: string | { readonly server: string }, environment: Readonly<Record<string, string>> = {}): Promise<Desk> {
  const own = typeof given === "object" ? { folder: given.server } : null;
  const folder = own?.folder ?? (typeof given === "string" ? given : freshFolder());
  const database = own ?? (await databaseOf(folder));
  const opened = await openEngine({ product: productOf(text), database, files: join(folder, "files"), rehearse: true, environment });
  const engine = valueOf(opened);
  const people = new Map<string, Actor>();
  return {
    engine,
    folder,
    as: async (role) => {
      const known = people.get(role);
      if (known) return known;
      const actor = valueOf(await engine.people.become(`${role.toLowerCase()}@example.test`)).actor;
      people.set(role, actor);
      return actor;
    },
    close: () => engine.close(),
  };
}

export const remove = (desk: Desk): void => rmSync(desk.folder, { recursive: true, force: true });
export const does = (desk: Desk, actor: Actor, change: Change, options?: PerformOptions): Promise<Outcome<VisibleRecord | null>> => desk.engine.perform(actor, change, options);

/** A date in the product's time zone, this many days after the rehearsal clock. */
export function day(desk: Desk, from = 0): string {
  const at = new Date(Date.parse(desk.engine.rehearsal!.now()) + from * 86_400_000);
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(at);
}

export async function makeItem(desk: Desk, name: string, more: Readonly<Record<string, unknown>> = {}): Promise<VisibleRecord> {
  return valueOf(await does(desk, await desk.as("Manager"), { kind: "create", entity: "Item", values: { name, category: { name: "Cameras" }, dailyFee: "12.50", ...more } }))!;
}

export const reserve = (
  desk: Desk,
  actor: Actor,
  item: VisibleRecord,
  from: number,
  to: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Outcome<VisibleRecord | null>> =>
  does(desk, actor, { kind: "create", entity: "Loan", values: { item: item.id, startDate: day(desk, from), endDate: day(desk, to), ...more } });

export const act = (desk: Desk, actor: Actor, id: string, action: string, asked: Readonly<Record<string, unknown>> = {}): Promise<Outcome<VisibleRecord | null>> =>
  does(desk, actor, { kind: "action", entity: "Loan", id, action, input: asked });
