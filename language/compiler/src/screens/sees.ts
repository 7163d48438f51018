/** `Sees: everything`: a value that is made of all records, whatever the reader may read. */
import { fold } from "@nonet/feel";
import type { Sees } from "@nonet/model";
import { type Attribute, isNotShown, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { sameWord } from "../text/same-word.ts";
import { cut, withoutStop } from "../text/split.ts";

const values: Readonly<Record<string, Sees>> = {
  everything: "everything",
  "every record": "everything",
  "all records": "everything",
  all: "everything",
  "what the reader may read": "reader",
  "what the reader sees": "reader",
};

export function readSees(context: Context, value: TextSpan | null): Sees {
  if (!value || isNotShown(value)) return "reader";
  const found = values[fold(value.text)];
  if (found === undefined) reportNearest(context, "unknown-choice", value, `"${value.text}" is not a value of Sees`, ["everything"]);
  return found ?? "reader";
}

/** The value without `; sees everything` at its end, which says the same as the bullet below it. */
export function withSees(context: Context, attribute: Attribute): { readonly value: TextSpan; readonly sees: Sees } {
  const below = seesBelow(context, attribute);
  const parts = cut(attribute.value, /[;,]\s*sees:?\s+/i);
  return parts ? { value: parts.before, sees: readSees(context, withoutStop(parts.after)) } : { value: withoutStop(attribute.value), sees: below };
}

/** The bullet `Sees: everything` below a number or a chart. */
function seesBelow(context: Context, { children, name }: Attribute): Sees {
  let sees: Sees = "reader";
  for (const child of children) {
    if (child.kind !== "bullet") continue;
    context.markEnforced(child.span);
    if (child.label && child.value && sameWord(child.label.text, ["Sees"]) !== undefined) sees = readSees(context, child.value);
    else
      context.report("unknown-attribute", child.words.span, `${name.text} has no attribute "${child.label?.text ?? child.words.text}".`, {
        hint: "It can have `Sees: everything`.",
      });
  }
  return sees;
}
