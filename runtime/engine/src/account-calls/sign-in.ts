/** `sign in`: checks the password of the person whom the document's condition finds. Failed attempts count like those on the product's own sign-in page (default 17). */
import { system } from "@nonet/database";
import { stopChange } from "../change/report.ts";
import { prepared } from "../change/retry-state.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import type { Outcome } from "../contract/outcome.ts";
import { recordsIn } from "../effects/records-of.ts";
import { runStop } from "../effects/stop-statement.ts";
import { type CheckedPerson, checkPassword } from "../people/sign-in.ts";
import { notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { type AccountCall, type AccountStatement, asText, textFrom } from "./account-call.ts";
import { beginSession } from "./begin-session.ts";
import { soughtValues } from "./sought-values.ts";
import { say } from "@nonet/texts";

export async function signIn(call: AccountCall, statement: AccountStatement<"sign in">): Promise<StatementScope> {
  const { running, caller, context } = call;
  const { source } = caller;
  // Whoever signs in may read nobody yet: what finds the account is the document's condition, and the password opens it.
  const { reader: _, ...unrestricted } = call.scope;
  const [id] = await recordsIn(context, unrestricted, statement.of);
  const email =
    id === undefined
      ? `nobody ${JSON.stringify(await soughtValues(context, unrestricted, statement.of))}`
      : asText((await context.connection.row(system.personById(id)))?.["email"]);
  const password = await textFrom(call, statement.password);
  // Outside the transaction: none waits for it, and a failed attempt is counted although its change is rolled back.
  const key = `sign in ${statement.source.from} ${email} ${password}`;
  const checked: Outcome<CheckedPerson> = prepared(context.retry, key, () => checkPassword(running, { email, password, ...(source === undefined ? {} : { source }) }));
  if (checked.ok && checked.value.id === id) return checked.value.temporary ? stopChange(context, initialPassword()) : beginSession(call, id);
  if (!checked.ok && checked.refusal.errors.some(({ code }) => code === "too-many-attempts")) return stopChange(context, checked);
  if (statement.else !== null) return runStop(context, call.scope, { code: statement.else, source: statement.source });
  return stopChange(context, checked.ok ? notSignedIn() : checked);
}

const initialPassword = () => refuse("not permitted", problem("new-password-required", say("somebody-else-has-chosen-this-accounts-password")));
