/** Compiles the statements about the caller's account: `register User with …`, `sign in User[…] with password = …`, `set my password = …`. */
import { fold } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { bare, cut, split } from "../text/split.ts";
import { creation } from "./create.ts";
import { recordsOf } from "./records.ts";
import { stopNotShown, type StatementBase, type StatementScope } from "./scene.ts";
import { article } from "../text/english.ts";

const text = { kind: "string" } as const;

/** `password` among the values is the account's, all others are fields of the User. */
export function registerStatement(
  ctx: PointCompiler,
  base: StatementBase,
  { entity, as, values: words }: { readonly entity: TextSpan; readonly as: TextSpan | null; readonly values: TextSpan },
  scene: StatementScope,
): Statement | null {
  const draft = ctx.drafts.get("user");
  if (!isInOfferedCall(ctx, base, "register", scene)) return null;
  if (!draft || fold(bare(entity).text) !== "user") {
    ctx.report("account-statement", entity.span, `Only a User has an account, so ${article(bare(entity).text)} can't be registered.`, {
      hint: "Write `register User with email = …, password = …`.",
    });
    return null;
  }
  if (!scene.callers!.some((one) => fold(one) === "anyone")) {
    ctx.report("account-statement", base.source, "Whoever registers has no account yet, but this call is for people with a role.", { hint: "Write `For: anyone`." });
    return null;
  }
  const parts = split(words, ",");
  const given = (name: string): TextSpan | undefined => parts.map((part) => cut(part, /\s*(?:=|:)\s*/)).find((sides) => sides && fold(bare(sides.before).text) === name)?.after;
  const password = given("password");
  const missing = ["email", "password"].filter((name) => given(name) === undefined);
  if (!password || missing.length > 0) {
    ctx.report("account-statement", words.span, `An account needs ${missing.map((name) => (name === "email" ? "an email" : "a password")).join(" and ")}.`, {
      hint: "Write `register User with email = …, password = …`.",
    });
    return null;
  }
  const isPassword = (part: TextSpan): boolean => /^[`*]*password[`*]*\s*[=:]/i.test(part.text);
  const fields = parts.filter((part) => !isPassword(part)).flatMap((part) => creation(ctx, base, draft, { as: null, given: part }, scene).values);
  return { ...base, kind: "register", as: as && bare(as).text, password: ctx.expression(password, { ...scene, expect: text }), values: fields };
}

export function signInStatement(
  ctx: PointCompiler,
  base: StatementBase,
  { users, password, code }: { readonly users: TextSpan; readonly password: TextSpan; readonly code: TextSpan | null },
  scene: StatementScope,
): Statement | null {
  if (!isInOfferedCall(ctx, base, "sign in", scene)) return null;
  const of = recordsOf(ctx, users, scene);
  if (of.kind === "hole") return of.open === null ? null : stopNotShown(base, of);
  const type = of.type.kind === "list" ? of.type.of : of.type;
  if (type.kind === "record" && type.name !== "User") {
    ctx.report("account-statement", users.span, `Only a User has a password, so ${article(type.name)} can't sign in.`, { hint: "Write `sign in User[…] with password = …`." });
    return null;
  }
  return { ...base, kind: "sign in", of, password: ctx.expression(password, { ...scene, expect: text }), else: code && ctx.markCodeUsed(bare(code).text, code.span) };
}

export function passwordStatement(ctx: PointCompiler, base: StatementBase, value: TextSpan, scene: StatementScope): Statement | null {
  return isInOfferedCall(ctx, base, "set my password", scene) ? { ...base, kind: "set password", password: ctx.expression(value, { ...scene, expect: text }) } : null;
}

function isInOfferedCall(ctx: PointCompiler, base: StatementBase, what: string, { callers }: StatementScope): boolean {
  if (callers === undefined)
    ctx.report("account-statement", base.source, `\`${what}\` needs somebody who calls, so only an offered call can do it.`, {
      hint: "Write it under `Does` of a call with `Offers`.",
    });
  return callers !== undefined;
}
