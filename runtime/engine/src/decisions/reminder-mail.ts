/** The mail that reminds a person of a decision, with no more than that person may read. */
import { decisionStatements, type Reader, recordQuery, system, templateQuery } from "@nonet/database";
import { type Action, entityOf, languagesOf, type Machine } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import { offeredLanguage, sayIn } from "@nonet/texts";

/** A decision on a record, and the person whose decision it waits for. */
export interface Reminder {
  readonly machine: Machine;
  readonly action: Action;
  readonly id: string;
  readonly person: string;
}

export async function draftReminder(context: ChangeContext, { machine, action, id, person }: Reminder): Promise<void> {
  const row = await context.connection.row(decisionStatements.reader(person));
  const email: unknown = (await context.connection.rows(decisionStatements.emails([person])))[0]?.["email"];
  if (!row || typeof email !== "string") return;
  const represents = (await context.connection.rows(decisionStatements.deputies.representedBy(person, context.product.about.timeZone))).map((r) => ({
    id: r["id"] as string,
    roles: r["roles"] as string[],
    owner: r["owner"] === true,
  }));
  const reader: Reader = { kind: "person", id: person, roles: row["roles"] as string[], owner: row["owner"] === true, represents };
  const name = await nameFor(context, machine.entity, id, reader);
  const language = await languageOf(context, person);
  context.outbox.push({
    id: uuidv7(),
    call: "(reminder)",
    entity: machine.entity,
    record: id,
    payload: {
      to: email,
      subject: sayIn(language, "mail-reminder-subject", { name }),
      body: sayIn(language, "action-of-name-waits-for-your-decision", { action: action.name, name }),
    },
    notShown: null,
  });
}

/** The person's own choice, else the product's. */
export async function languageOf({ connection, product }: ChangeContext, person: string): Promise<string> {
  const offered = languagesOf(product.about);
  const chosen: unknown = offered.length > 1 ? (await connection.row(system.languageOf(person)))?.["language"] : undefined;
  return offeredLanguage(offered, typeof chosen === "string" ? chosen : undefined) ?? offered[0]!;
}

/** The record's title where the reader may read the record; else its entity. */
export async function nameFor(context: ChangeContext, entity: string, id: string, reader: Reader): Promise<string> {
  const readable = (await context.connection.row(recordQuery(context.product, reader, entity, id))) !== undefined;
  return readable ? `${entity} ${await titleOf(context, entity, id)}` : entity;
}

async function titleOf(context: ChangeContext, entityName: string, id: string): Promise<string> {
  const entity = entityOf(context.product, entityName)!;
  const row = await context.connection.row(templateQuery(context.product, entityName, id, [{ name: "title", template: [entity.shownAs], form: "readable" }]));
  return String(row?.["texts"]?.title ?? "");
}
