/** `register`: adds a person with a password, and signs them in. */
import { hash } from "@node-rs/argon2";
import { system } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { stopChange } from "../change/report.ts";
import { prepared } from "../change/retry-state.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { valueFor } from "../effects/statement-values.ts";
import { fieldValues } from "../input/field-values.ts";
import { errorsIn } from "../people/add-person.ts";
import { insertRecord } from "../records/insert-record.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";
import { type AccountCall, type AccountStatement, asText, originOf, textFrom } from "./account-call.ts";
import { beginSession } from "./begin-session.ts";
import { say } from "@nonet/texts";

export async function register(call: AccountCall, { as, password: written, values, source }: AccountStatement<"register">): Promise<StatementScope> {
  const { running, caller, context, scope } = call;
  const { connection, product } = context;
  const user = entityOf(product, "User")!;
  const given: Record<string, unknown> = {};
  for (const { field, value } of values) given[field] = await valueFor(context, scope, user, field, value);
  const email = asText(given["email"]).trim();
  const name = asText(given["name"]).trim() || email.split("@")[0]!;
  const password = await textFrom(call, written);
  const role = product.about.signIn.registersAs;
  const roles = role !== null && product.permissions.written ? [role] : [];
  const errors = await errorsIn(running, { email, name, roles, password });
  if (errors.length > 0) return stopChange(context, refuse("invalid", ...errors));
  if (await connection.row(system.personByEmail(email)))
    return stopChange(context, refuse("conflict", problem("not-unique", say("there-is-an-account-with-this-email"), { field: "email" })));
  const secret = prepared(context.retry, `register ${source.from} ${password}`, () => hash(password));
  const { id } = await insertRecord(context, user, { values: fieldValues(user, { ...given, email, name }) });
  await connection.rows(system.setCredential(id, secret));
  await connection.all(system.setRoles(id, roles));
  await recordEvent(connection, { event: "registered", user: id, by: id, origin: originOf(caller) });
  const entered = await beginSession(call, id);
  return as === null ? entered : { ...entered, others: { ...entered.others, [as]: id } };
}
