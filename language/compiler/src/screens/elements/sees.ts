/** `Sees: everything`: a value that is made of all records, whatever the reader may read. */
import { fold } from "@nonet/feel";
import type { Sees } from "@nonet/model";
import { isNotShown, type TextSpan } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import { reportNearest } from "../../resolve/report-nearest.ts";

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
