/** A message that reads what a call takes, `{body.F}`, needs a call that takes it wherever its code is raised. */
import { type Expression, fold } from "@nonet/feel";
import type { Call, CallParameter, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { expressionsIn, walk } from "../../trees/walk.ts";

export function noMessageWithoutInput(ctx: PointCompiler, product: Product): void {
  for (const { code, message } of product.errors) {
    const inputs = inputsIn(message);
    if (inputs.length === 0) continue;
    const calls = product.calls.filter((call) => isNamedIn(call.does, code));
    const elsewhere = isNamedIn([product.machines, product.rules, product.entities], code);
    for (const { field, span } of inputs) {
      const without = calls.find((call) => !isTaken(call, field));
      if (!without && !elsewhere) continue;
      const known = calls.filter((call) => isTaken(call, field)).map(({ name }) => `"${name}"`);
      ctx.report(
        "not-an-input",
        span,
        `${without ? `"${without.name}" raises ${code}, too, and takes no "${field}"` : `${code} is also raised where no call is received`}, so \`body.${field}\` isn't known in its message.`,
        { hint: `${known.length > 0 ? `It is known in ${known.join(" and ")}. Use another code there` : `Declare it in the call's Takes`}, or write the message without it.` },
      );
    }
  }
}

interface Input {
  readonly field: string;
  readonly span: Expression["span"];
}

function inputsIn(message: unknown): readonly Input[] {
  const found: Input[] = [];
  for (const whole of expressionsIn(message))
    walk(whole, (e) => void (e.kind === "path" && e.of.kind === "variable" && e.of.name === "body" && found.push({ field: e.field, span: e.span })));
  return found;
}

const isTaken = ({ does }: Call, field: string): boolean =>
  does.kind === "received" ? does.takes.length === 0 || has(does.takes, field) : does.kind === "offered" && (does.takes.length === 0 || has(does.takes, field));

const has = (takes: readonly CallParameter[], name: string): boolean => takes.some(({ field }) => [field.name, field.key, field.column].some((one) => fold(one) === fold(name)));

/** Whether a guard, a rule or a statement anywhere in it has this code. */
function isNamedIn(node: unknown, code: string): boolean {
  if (typeof node !== "object" || node === null) return false;
  return Object.entries(node).some(([key, value]) =>
    key === "source" || key === "span" ? false : typeof value === "string" ? value === code && /code|else/i.test(key) : isNamedIn(value, code),
  );
}
