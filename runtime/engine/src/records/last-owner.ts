/** Keeps a product from losing its last active Owner, since only an Owner can let people in again. */
import { system } from "@nonet/database";
import type { ChangeContext } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

/** Refuses the change where it deactivates the last active Owner, by whatever means. */
export async function keepAnOwner(context: ChangeContext): Promise<void> {
  for (const { entity, id, kind, before, after } of context.changed.values())
    if (entity === "User" && kind === "changed" && before?.["active"] === true && after?.["active"] !== true) await refuseLastOwner(context, id);
}

/** Refuses to deactivate or delete this person where nobody else is an active Owner. */
export async function refuseLastOwner(context: ChangeContext, id: string): Promise<void> {
  if ((await context.connection.row(system.isLastOwner(id)))?.["last"] !== true) return;
  const detail = say("this-is-the-only-active-owner-make");
  stopChange(context, refuse("conflict", problem("last-owner", detail)));
}
