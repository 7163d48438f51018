/** Opens any small specification on a real embedded PostgreSQL, and speaks for its people. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { databaseOf, freshDatabase } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Change, type Outcome } from "../../src/contract/outcome.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type VisibleRecord } from "../../src/contract/reads.ts";
import { freshFolder, productOf } from "./equipment-desk.ts";
import { valueOf } from "./outcome.ts";

export interface Small {
  readonly engine: Engine;
  readonly folder: string;
  as(role: string): Promise<Actor>;
  /** The Owner, who may only manage people. */
  owner(): Promise<Actor>;
  does(actor: Actor, change: Change): Promise<Outcome<VisibleRecord | null>>;
  /** Creates and gives the record. */
  make(actor: Actor, entity: string, values: Readonly<Record<string, unknown>>): Promise<VisibleRecord>;
  close(): Promise<void>;
}

/** `given`: a folder that has a database of its own (`databaseOf`), for a test that opens it again or reads it otherwise. */
export async function openSmall(text: string, given?: string): Promise<Small> {
  const folder = given ?? freshFolder();
  const engine = valueOf(
    await openEngine({
      product: productOf(text),
      database: await (given === undefined ? freshDatabase() : databaseOf(given)),
      files: join(folder, "files"),
      rehearse: true,
      owner: { email: "owner@example.test", password: "rehearsal-owner" },
      environment: {},
    }),
  );
  const does = (actor: Actor, change: Change): Promise<Outcome<VisibleRecord | null>> => engine.perform(actor, change);
  return {
    engine,
    folder,
    does,
    as: async (role) => valueOf(await engine.people.become(`${role.toLowerCase()}@example.test`)).actor,
    owner: async () => valueOf(await engine.people.signIn({ email: "owner@example.test", password: "rehearsal-owner" })).actor,
    make: async (actor, entity, values) => valueOf(await does(actor, { kind: "create", entity, values }))!,
    close: async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
