/** Point 7: a value that is somebody's password goes nowhere else: not into a record, a mail, an answer or the key of repeated requests. */
import type { Expression } from "@nonet/feel";
import { type CallParameter, isNesting, type Statement } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import { children, expressionsIn } from "../trees/walk.ts";
import { keyOf } from "./sent-inputs.ts";

/** The inputs that are passwords, by their JSON keys. */
export function passwordInputs(then: readonly Statement[], takes: readonly CallParameter[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const s of then) {
    if (isNesting(s)) for (const key of passwordInputs(s.body, takes)) found.add(key);
    if (s.kind !== "register" && s.kind !== "sign in" && s.kind !== "set password") continue;
    const key = keyOf(s.password, takes);
    if (key !== null) found.add(key);
  }
  return found;
}

/** `parts`: everything that the call computes. Conditions may ask about a password, because their value is only yes or no. */
export function reportPasswordLeaks(ctx: PointCompiler, then: readonly Statement[], others: readonly unknown[], takes: readonly CallParameter[]): void {
  const passwords = passwordInputs(then, takes);
  if (passwords.size === 0) return;
  const isPassword = (e: Expression): boolean => {
    const key = e.kind === "path" || e.kind === "variable" ? keyOf(e, takes) : null;
    const isWhole = e.kind === "variable" && (e.name === "body" || e.name === "asked");
    return isWhole || (key !== null && [...passwords].some((one) => one === key || one.startsWith(`${key}/`)));
  };
  const check = (e: Expression): void => {
    if (e.type.kind === "boolean") return;
    if (e.kind === "path" || e.kind === "variable") {
      if (isPassword(e)) ctx.report("password-leaves", e.span, `\`${ctx.layout.text(e.span)}\` contains a password, and here it would be stored or shown.`);
      else if (e.kind === "path" && keyOf(e, takes) === null) check(e.of);
      return;
    }
    children(e).forEach(check);
  };
  for (const value of expressionsIn([then.flatMap(valuesOf), others])) check(value);
}

/** What a statement stores or passes on, without its condition and without the password itself. */
function valuesOf(s: Statement): readonly unknown[] {
  if (isNesting(s)) return s.body.flatMap(valuesOf);
  const { when: _, ...rest } = s;
  if (rest.kind === "register" || rest.kind === "sign in") return [{ ...rest, password: null }];
  return rest.kind === "set password" ? [] : [rest];
}
