/** Checks the value of a limit of the product: its kind, its range, and that it isn't computed. */
import type { Expression } from "@nonet/feel";
import type { Constant } from "@nonet/model";
import type { Context } from "../context/context.ts";
import type { RawConstant } from "../syntax/constants/constant-rows.ts";
import { type LimitKind, limitKinds } from "../syntax/constants/limits.ts";

export function checkLimit(context: Context, constant: Constant, raw: RawConstant): void {
  const kind = limitKinds[constant.limit!];
  if (kind.wants === "rounding" && constant.values!.length > 1)
    return context.report(
      "not-supported-yet",
      raw.value.span,
      "In this version, the rounding can't change from a date on, because stored amounts would no longer match the values they were computed from.",
    );
  for (const { value } of constant.values!) checkValue(context, constant, raw, kind, value);
}

function checkValue(context: Context, constant: Constant, raw: RawConstant, kind: LimitKind, value: Expression): void {
  if (value.kind !== "literal" && value.kind !== "hole")
    return context.report("bad-limit", raw.value.span, `"${constant.name}" is a limit of the product itself, so its value can't be computed. Write the value.`);
  if (value.kind !== "literal") return;
  const problem = problemOf(kind, value.type.kind, String(value.value), value.type.kind === "number" ? value.type.unit : undefined);
  if (problem) context.report("bad-limit", raw.value.span, `"${constant.name}" ${problem}.`);
}

function problemOf(kind: LimitKind, type: string, value: string, unit: string | undefined): string | null {
  if (kind.wants === "rounding") return type === "string" && /^(half up|half even|half down|up|down)$/.test(value) ? null : "must be half up, half even, half down, up or down";
  if (kind.wants === "allowed") return type === "string" && /^(allowed|refused)$/.test(value) ? null : "must be allowed or refused";
  if (kind.wants === "duration")
    return type === "days and time duration" && !value.startsWith("-") && /[1-9]/.test(value) ? null : "must be a length of time, such as `30 days` or `8 hours`";
  const whole = type === "number" && unit === undefined && /^[1-9]\d*$/.test(value);
  if (kind.wants === "size") return whole ? null : "must be a size, such as `10 MB`";
  if (!whole) return "must be a whole number of at least 1";
  return kind.wants === "count" && kind.max !== undefined && Number(value) > kind.max ? `must be at most ${kind.max}` : null;
}
