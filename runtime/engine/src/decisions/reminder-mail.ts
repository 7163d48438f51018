import { decisionStatements, type Reader, recordQuery, templateQuery } from "@nonet/database";
import { type Action, entityOf, type Machine } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";

export async function write(work: ChangeContext, machine: Machine, action: Action, id: string, person: string, kind: string): Promise<void> {
  const row = await work.connection.row(decisionStatements.reader(person));
  const email: unknown = (await work.connection.rows(decisionStatements.emails([person])))[0]?.["email"];
  if (!row || typeof email !== "string") return;
  const stoodInFor = (await work.connection.rows(decisionStatements.deputies.representedBy(person, work.product.about.timeZone))).map((r) => ({
    id: r["id"] as string,
    roles: r["roles"] as string[],
    owner: r["owner"] === true,
  }));
  const reader = { kind: "person" as const, id: person, roles: row["roles"] as string[], owner: row["owner"] === true, standsFor: stoodInFor };
  const named = await nameFor(work, machine.entity, id, reader);
  work.outbox.push({
    id: uuidv7(),
    call: `(${kind})`,
    entity: machine.entity,
    record: id,
    payload: { to: email, subject: `${named} waits for your decision`, body: `${action.name} of ${named} waits for your decision.` },
    notShown: null,
  });
}

/** A mail says no more than its reader may read. */
export async function nameFor(work: ChangeContext, entity: string, id: string, reader: Reader): Promise<string> {
  const readable = (await work.connection.row(recordQuery(work.product, reader, entity, id))) !== undefined;
  return readable ? `${entity} ${await titleOf(work, entity, id)}` : entity;
}

async function titleOf(work: ChangeContext, entityName: string, id: string): Promise<string> {
  const entity = entityOf(work.product, entityName)!;
  const row = await work.connection.row(templateQuery(work.product, entityName, id, [{ name: "title", template: [entity.shownAs], form: "readable" }]));
  return String(row?.["texts"]?.title ?? "");
}
