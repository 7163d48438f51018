import type { Expression } from "@nonet/feel";
import type { Constant } from "@nonet/model";
import type { Context } from "../context/context.ts";
import type { RawConstant } from "../syntax/constant-rows.ts";
import { type Kind, kinds } from "../syntax/limits.ts";

export function judgeLimit(context: Context, constant: Constant, raw: RawConstant): void {
  const kind = kinds[constant.limit!];
  if (kind.wants === "rounding" && constant.values!.length > 1)
    return context.report(
      "not-supported-yet",
      raw.value.span,
      "What is rounded one way can't be rounded another way from a day on in this version yet: stored amounts would no longer follow from what they are made of.",
    );
  for (const { value } of constant.values!) judgeValue(context, constant, raw, kind, value);
}

function judgeValue(context: Context, constant: Constant, raw: RawConstant, kind: Kind, value: Expression): void {
  if (value.kind !== "literal" && value.kind !== "hole")
    return context.report("bad-limit", raw.value.span, `"${constant.name}" limits the product itself, so its value is written out.`);
  if (value.kind !== "literal") return;
  const problem = problemOf(kind, value.type.kind, String(value.value), value.type.kind === "number" ? value.type.unit : undefined);
  if (problem) context.report("bad-limit", raw.value.span, `"${constant.name}" ${problem}.`);
}

function problemOf(kind: Kind, type: string, value: string, unit: string | undefined): string | null {
  if (kind.wants === "rounding") return type === "string" && /^(half up|half even|half down|up|down)$/.test(value) ? null : "is one of half up, half even, half down, up, down";
  if (kind.wants === "duration")
    return type === "days and time duration" && !value.startsWith("-") && /[1-9]/.test(value) ? null : "is a length of time, such as `30 days` or `8 hours`";
  const whole = type === "number" && unit === undefined && /^[1-9]\d*$/.test(value);
  if (kind.wants === "size") return whole ? null : "is a size, such as `10 MB`";
  if (!whole) return "is a whole number, at least 1";
  return kind.wants === "count" && kind.most !== undefined && Number(value) > kind.most ? `is at most ${kind.most}` : null;
}
