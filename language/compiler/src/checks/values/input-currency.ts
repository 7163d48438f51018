/** The currency that an amount in `do … with` must have: the currency given with it, otherwise that of the target record. */
import { fold, pathOf, type Type } from "@nonet/feel";
import type { Action, FieldType, Statement } from "@nonet/model";
import { typeOf } from "../../expressions/field-type.ts";
import { guardsOf } from "../../statements/conditions.ts";
import { walk } from "../../trees/walk.ts";

type Done = Statement & { readonly kind: "do" };

export function inputAmountType(done: Done, asks: Action["asks"], type: FieldType): Type {
  if (type.kind !== "money" || type.currencyField === undefined) return typeOf(type);
  const currency = type.currencyField;
  const beside = done.asked.find(({ field }) => fold(field) === fold(currency))?.value;
  if (beside?.kind === "literal" && typeof beside.value === "string") return { kind: "number", unit: beside.value };
  if (beside) return inPath(pathOf(beside));
  // An input that is not given may have been filled in by the form.
  if (asks.some(({ field }) => fold(field.name) === fold(currency))) return { kind: "number" };
  if (done.on.type.kind === "list") return { kind: "number", unitIn: `.${currency}` };
  const record = pathOf(done.on);
  return record === undefined ? { kind: "number" } : known(done, `${record}.${currency}`);
}

const inPath = (path: string | undefined): Type => ({ kind: "number", ...(path === undefined ? {} : { unitIn: path }) });

/** Whether a condition fixes the currency, or something that isn't analyzed here does. */
function known(done: Done, path: string): Type {
  let isMentioned = false;
  let code: string | null = null;
  for (const condition of guardsOf(done))
    walk(condition, (e) => {
      isMentioned ||= pathOf(e) === path;
      if (e === condition && e.kind === "binary" && e.operator === "=" && pathOf(e.left) === path && e.right.kind === "literal" && typeof e.right.value === "string")
        code = e.right.value;
    });
  return code !== null ? { kind: "number", unit: code } : inPath(isMentioned ? undefined : path);
}
