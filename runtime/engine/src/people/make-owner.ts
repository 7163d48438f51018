/** Makes somebody an Owner from outside the product: for the first Owner, and where the last one can't sign in any more. */
import { dataKindStatements, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import { addressOf } from "../calls/absolute-links.ts";
import { callNow } from "../calls/deliver-outbox.ts";
import type { Database } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { Outcome } from "../contract/outcome.ts";
import { inTurn, prepareSystemTables } from "../maintenance/background-build.ts";
import { withDatabase } from "../maintenance/offline-upgrade.ts";
import { setCallSender } from "../perform/answer-questions.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { operator } from "../security/operator.ts";
import { recordEvent } from "../security/record-event.ts";
import { temporaryKeys } from "../encryption/secret-keys.ts";
import { addPerson } from "./add-person.ts";
import { changePerson } from "./change-person.ts";
import { ownerLink } from "./owner-link.ts";
import { say } from "@nonet/texts";

export interface MakeOwnerOptions {
  readonly database: EngineOptions["database"];
  readonly email: string;
  readonly environment: EngineOptions["environment"];
}

export interface MadeOwner {
  readonly product: string;
  /** Whether the account was created; else it was there. */
  readonly created: boolean;
  /** Works once, within an hour: with it, the person sets a password or adds a passkey. Null where Owners sign in by single sign-on only. */
  readonly link: string | null;
}

/** Works beside a running product, and where none runs. */
export function makeOwner(options: MakeOwnerOptions): Promise<Outcome<MadeOwner>> {
  return withDatabase(options.database, async (database) => {
    const there = (await database.row(dataKindStatements.hasProduct))?.["there"] === true;
    const stored = there ? await database.row(dataKindStatements.read) : undefined;
    if (!stored) return refuse("not found", problem("no-product", say("this-database-doesnt-contain-a-product-yet")));
    const product = stored["product"] as Product;
    await inTurn(database, "start", () => prepareSystemTables(database, product));
    const rehearse = stored["kind"] === "rehearsal";
    const running: Running = { product, database, options: { ...options, product, files: "", rehearse }, keys: temporaryKeys(), listeners: new Set() };
    setCallSender(database, (question) => callNow(running, question));
    const made = await ensureOwner(running, database, options);
    if (!made.ok) return made;
    const { id, created } = made.value;
    await recordEvent(database, { event: "owner-made", user: id, detail: operator("nonet owner") });
    const path = await ownerLink(running, { id, email: options.email });
    const servedAt = String((await database.row(system.readAddress))?.["address"] ?? "");
    const address = addressOf({ options: running.options, servedAt }) ?? "";
    return done({ product: product.name, created, link: path === null ? null : `${address}${path}` });
  });
}

/** Whoever recovers an account this way gets all of it: no password, session, key or second factor of before counts any more. */
async function ensureOwner(running: Running, database: Database, { email }: MakeOwnerOptions): Promise<Outcome<{ readonly id: string; readonly created: boolean }>> {
  const person = await database.row(system.personByEmail(email));
  if (!person) {
    const added = await addPerson(running, { email, name: email.split("@")[0] ?? "Owner", roles: [], owner: true, trusted: true });
    return added.ok ? done({ id: added.value.id, created: true }) : added;
  }
  const id = String(person["id"]);
  const activated = await changePerson(running, { kind: "system" }, id, { active: true });
  if (!activated.ok) return activated;
  return database.transaction(async (connection) => {
    await connection.all([system.setOwner(id), ...system.clearUnproved(id), system.clearAttempts(email)]);
    return { commit: true, value: done({ id, created: false }) };
  });
}
