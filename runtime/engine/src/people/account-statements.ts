/**
 * The statements of an offered call about its caller's account: `register`, `sign in` and `set my password`.
 *
 * Passwords are checked and hashed between two runs of the change (`prepared`), so that no transaction waits for it and a
 * failed attempt is counted although its change is rolled back.
 */
import { hash as digest } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { system } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { entityOf, type Statement } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { ChangeContext, RunAccountStatement } from "../change/change-context.ts";
import { personOfRow } from "../change/person-of-row.ts";
import { stopChange } from "../change/report.ts";
import { prepared } from "../change/retry-state.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { secondsInForce } from "../limits/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import type { Origin } from "../contract/origin.ts";
import type { Outcome } from "../contract/outcome.ts";
import { evaluate } from "../effects/evaluate-expression.ts";
import { recordsIn } from "../effects/records-of.ts";
import { valueFor } from "../effects/statement-values.ts";
import { runStop } from "../effects/stop-statement.ts";
import { fieldValues } from "../input/field-values.ts";
import { insertRecord } from "../records/insert-record.ts";
import { notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { errorsIn } from "./add-person.ts";
import { isApiKey } from "../credentials/api-keys.ts";
import { passwordError } from "../credentials/passwords.ts";
import { requiresFactor } from "../credentials/required-factor.ts";
import { idleSeconds, sessionSeconds } from "../credentials/sessions.ts";
import { recordEvent } from "../security/record-event.ts";
import { hashToken, newToken } from "../security/tokens.ts";
import { checkPassword } from "./sign-in.ts";

type Of<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

export interface CallersAccount {
  /** The token that the caller sent. */
  readonly token: string | undefined;
  /** The address from which the call comes. */
  readonly source: string | undefined;
}

export function runAccountStatements(running: Running, caller: CallersAccount): RunAccountStatement {
  return (context, scope, statement) => {
    if (statement.kind === "register") return register(running, caller, context, scope, statement);
    return statement.kind === "sign in" ? signIn(running, caller, context, scope, statement) : setPassword(running, caller, context, scope, statement);
  };
}

async function register(
  running: Running,
  caller: CallersAccount,
  context: ChangeContext,
  scope: StatementScope,
  { as, password: written, values, source }: Of<"register">,
): Promise<StatementScope> {
  const user = entityOf(context.product, "User")!;
  const given: Record<string, unknown> = {};
  for (const { field, value } of values) given[field] = await valueFor(context, scope, user, field, value);
  const email = textOf(given["email"]).trim();
  const name = textOf(given["name"]).trim() || email.split("@")[0]!;
  const password = textOf(await evaluate(context, scope, written));
  const role = context.product.about.signIn.registersAs;
  const roles = role !== null && context.product.permissions.written ? [role] : [];
  const errors = await errorsIn(running, { email, name, roles, password });
  if (errors.length > 0) return stopChange(context, refuse("invalid", ...errors));
  if (await context.connection.row(system.personByEmail(email)))
    return stopChange(context, refuse("conflict", problem("not-unique", "There is an account with this email already. Sign in instead.", { field: "email" })));
  const secret = prepared(context.retry, `register ${source.from} ${password}`, () => hash(password));
  const { id } = await insertRecord(context, user, { values: fieldValues(user, { ...given, email, name }) });
  await context.connection.rows(system.setCredential(id, secret));
  await context.connection.all(system.setRoles(id, roles));
  await recordEvent(context.connection, { event: "registered", user: id, by: id, origin: originOf(caller.source) });
  const entered = await signedInAs(running, caller, context, scope, id);
  return as === null ? entered : { ...entered, others: { ...entered.others, [as]: id } };
}

/** Failed attempts count like those on the product's own sign-in page (default 17), also for who isn't there. */
async function signIn(running: Running, caller: CallersAccount, context: ChangeContext, scope: StatementScope, statement: Of<"sign in">): Promise<StatementScope> {
  // Whoever signs in may read nobody yet: what finds the account is the document's condition, and the password opens it.
  const { reader: _, ...unrestricted } = scope;
  const [id] = await recordsIn(context, unrestricted, statement.of);
  const email =
    id === undefined ? `nobody ${JSON.stringify(await soughtIn(context, unrestricted, statement.of))}` : textOf((await context.connection.row(system.personById(id)))?.["email"]);
  const password = textOf(await evaluate(context, scope, statement.password));
  const key = `sign in ${statement.source.from} ${email} ${password}`;
  const { source } = caller;
  const checked: Outcome<{ readonly id: string }> = prepared(context.retry, key, () => checkPassword(running, { email, password, ...(source === undefined ? {} : { source }) }));
  if (checked.ok && checked.value.id === id) return signedInAs(running, caller, context, scope, id);
  if (!checked.ok && checked.refusal.errors.some(({ code }) => code === "too-many-attempts")) return stopChange(context, checked);
  if (statement.else !== null) return runStop(context, scope, { code: statement.else, source: statement.source });
  return stopChange(context, checked.ok ? notSignedIn() : checked);
}

async function setPassword(
  running: Running,
  { token, source }: CallersAccount,
  context: ChangeContext,
  scope: StatementScope,
  statement: Of<"set password">,
): Promise<StatementScope> {
  const { actor } = context;
  if (actor.kind !== "person") return stopChange(context, notSignedIn());
  const password = textOf(await evaluate(context, scope, statement.password));
  if (actor.supportBy || isApiKey(token)) return stopChange(context, notPermitted("Only the person, in a session of their own, can set their password."));
  const error = password === "" ? "Password is required." : await passwordError(running, password, { email: actor.email, name: actor.name });
  if (error !== null) return stopChange(context, refuse("invalid", problem(password === "" ? "required" : "invalid-value", error, { field: "password" })));
  const secret = prepared(context.retry, `set password ${statement.source.from} ${password}`, () => hash(password));
  await context.connection.rows(system.setCredential(actor.id, secret));
  const kept = scope.others[tokenName] ?? token;
  await context.connection.rows(system.endSessionsExcept(actor.id, typeof kept === "string" ? hashToken(kept) : ""));
  await recordEvent(context.connection, { event: "password-changed", user: actor.id, by: actor.id, origin: originOf(source) });
  return scope;
}

const originOf = (source: string | undefined): Origin => ({ source: source ?? "", device: "" });

/** The name of the caller's token in expressions. */
export const tokenName = "my token";

/** From here on, the person is `me`, in the statements that follow, in the answer and in the history. */
async function signedInAs(running: Running, { source }: CallersAccount, context: ChangeContext, scope: StatementScope, id: string): Promise<StatementScope> {
  const person = personOfRow((await context.connection.row(system.personById(id)))!);
  const factors = (await context.connection.row(system.factorsOf(id)))!;
  // A call has no second step, so a password alone lets nobody in whose account has a second factor or needs one.
  if (factors["totp"] === true || factors["passkeys"] > 0 || requiresFactor(running, person.roles))
    return stopChange(
      context,
      refuse("not permitted", problem("second-factor-required", "This account has a second factor, or needs one. Sign in on the sign-in page of the product.")),
    );
  const token = newToken();
  const seconds = await secondsInForce(context.connection, running.product, "session length", sessionSeconds);
  const idle = await secondsInForce(context.connection, running.product, "session idle time", idleSeconds);
  await context.connection.rows(
    system.addSession({ token: hashToken(token), user: id, seconds, idleSeconds: idle, factor: false, pending: false, source: source ?? "", device: "" }),
  );
  await recordEvent(context.connection, { event: "sign-in", user: id, by: id, origin: originOf(source), detail: { method: "password" } });
  context.actor = person;
  context.reader = readerOf(context.actor);
  return { ...scope, ...(scope.reader ? { reader: context.reader } : {}), others: { ...scope.others, [tokenName]: token } };
}

/** What a filter looks for, so that attempts for somebody who isn't there are counted too. */
async function soughtIn(context: ChangeContext, scope: StatementScope, of: Expression): Promise<string> {
  if (of.kind === "index") return soughtIn(context, scope, of.of);
  if (of.kind !== "filter") return "";
  const { item } = of;
  const sides = (e: Expression): readonly Expression[] =>
    e.kind !== "binary" ? [] : e.operator === "=" ? [e.left, e.right].filter((side) => !mentions(side, item)) : [...sides(e.left), ...sides(e.right)];
  const values: unknown[] = [];
  for (const side of sides(of.condition)) values.push(await evaluate(context, scope, side));
  return digest("sha256", JSON.stringify(values).toLowerCase(), "hex");
}

const mentions = (node: unknown, variable: string): boolean =>
  node !== null &&
  typeof node === "object" &&
  (("kind" in node && node.kind === "variable" && "name" in node && node.name === variable) || Object.values(node).some((one) => mentions(one, variable)));

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
