/** Begins the session of whoever has registered or signed in by a call. */
import { system } from "@nonet/database";
import { readerOf } from "../change/actor-reader.ts";
import { personOfRow } from "../change/person-of-row.ts";
import { stopChange } from "../change/report.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { secondsInForce } from "../limits/product-limits.ts";
import { requiresFactor } from "../change/required-factor.ts";
import { idleSeconds, sessionSeconds } from "../credentials/sessions.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";
import { hashToken, newToken } from "../security/tokens.ts";
import { type AccountCall, originOf } from "./account-call.ts";
import { say } from "@nonet/texts";

/** The name of the caller's token in expressions. */
export const tokenName = "my token";

/** From here on, the person is `me`, in the statements that follow, in the answer and in the history. */
export async function beginSession({ running, caller, context, scope }: AccountCall, id: string): Promise<StatementScope> {
  const { connection } = context;
  const person = personOfRow((await connection.row(system.personById(id)))!);
  const factors = (await connection.row(system.factorsOf(id)))!;
  // A call has no second step, so a password alone lets nobody in whose account has a second factor or needs one.
  if (factors["totp"] === true || factors["passkeys"] > 0 || requiresFactor(running, person.roles)) return stopChange(context, needsFactor());
  const token = newToken();
  const lasts = {
    seconds: await secondsInForce(connection, running.product, "session length", sessionSeconds),
    idleSeconds: await secondsInForce(connection, running.product, "session idle time", idleSeconds),
  };
  await connection.rows(system.addSession({ token: hashToken(token), user: id, ...lasts, factor: false, pending: false, needsPassword: false, ...originOf(caller) }));
  await recordEvent(connection, { event: "sign-in", user: id, by: id, origin: originOf(caller), detail: { method: "password" } });
  context.actor = person;
  context.reader = readerOf(context.actor);
  return { ...scope, ...(scope.reader ? { reader: context.reader } : {}), others: { ...scope.others, [tokenName]: token } };
}

const needsFactor = () => refuse("not permitted", problem("second-factor-required", say("this-account-has-a-second-factor-or")));
