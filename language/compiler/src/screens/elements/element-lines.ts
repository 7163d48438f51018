/** What a part of a dashboard or a page says of itself behind its value or in bullets below it: for whom it is, what it sees, the columns and the order of a list. */
import { fold } from "@nonet/feel";
import type { Sees } from "@nonet/model";
import { type Attribute, splitTop, type TextSpan, trim } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import { cut, withoutStop } from "../../text/split.ts";
import { readRoles, withRoles } from "./for-roles.ts";
import { readSees } from "./sees.ts";

export interface ElementLines {
  readonly value: TextSpan;
  readonly sees: Sees;
  readonly for: readonly string[] | null;
  /** The bullets of a list. */
  readonly columns: TextSpan | null;
  readonly sort: TextSpan | null;
  readonly most: TextSpan | null;
}

type Line = "sees" | "for" | "columns" | "sort" | "most";

const labels: Readonly<Record<string, Line>> = {
  sees: "sees",
  for: "for",
  "only for": "for",
  "visible to": "for",
  "visible for": "for",
  "shown to": "for",
  "shown for": "for",
  roles: "for",
  columns: "columns",
  column: "columns",
  sort: "sort",
  "sort by": "sort",
  "sorted by": "sort",
  order: "sort",
  limit: "most",
  "at most": "most",
  length: "most",
};

const ofKind: Readonly<Record<"number" | "chart" | "list" | "text", readonly Line[]>> = {
  number: ["sees", "for"],
  chart: ["sees", "for"],
  list: ["columns", "sort", "most", "for"],
  text: ["for"],
};

const canonical: Readonly<Record<Line, string>> = { sees: "Sees: everything", for: "For: ROLE", columns: "Columns: …", sort: "Sort: …", most: "At most: 10" };

/** `what`: the element and its screen. */
export function elementLines(context: Context, attribute: Attribute, kind: keyof typeof ofKind, what: string): ElementLines {
  const below = linesBelow(context, attribute, kind);
  if (kind === "text") return { ...below, value: attribute.value, sees: "reader", for: below.for && readRoles(context, below.for, what) };
  const seeing = kind === "list" ? { rest: attribute.value, sees: null } : withoutSees(attribute.value);
  const addressed = withRoles(context, seeing.rest, what);
  return {
    ...below,
    value: kind === "list" ? addressed.value : withoutStop(addressed.value),
    sees: readSees(context, seeing.sees ?? below.sees),
    for: below.for ? readRoles(context, below.for, what) : addressed.for,
  };
}

/** The value without `; sees everything`, which says the same as the bullet below it. */
function withoutSees(value: TextSpan): { readonly rest: TextSpan; readonly sees: TextSpan | null } {
  const parts = cut(value, /[;,]\s*sees:?\s+/i);
  if (!parts) return { rest: value, sees: null };
  const [sees = parts.after] = splitTop(parts.after, ";").flatMap((one) => splitTop(one, ","));
  const [from, to] = [parts.before.text.length, sees.span.to - value.span.from];
  return { rest: trim({ ...value, text: value.text.slice(0, from) + " ".repeat(to - from) + value.text.slice(to) }), sees: withoutStop(sees) };
}

function linesBelow(context: Context, { children, name }: Attribute, kind: keyof typeof ofKind): Readonly<Record<Line, TextSpan | null>> {
  const found: Record<Line, TextSpan | null> = { sees: null, for: null, columns: null, sort: null, most: null };
  const known = ofKind[kind];
  for (const child of children) {
    if (child.kind !== "bullet") continue;
    context.markEnforced(child.span);
    const line = child.label && child.value ? labels[fold(child.label.text)] : undefined;
    if (line === undefined || !known.includes(line))
      context.report("unknown-attribute", child.words.span, `${name.text} has no attribute "${child.label?.text ?? child.words.text}".`, {
        hint: `It can have ${known.map((one) => `\`${canonical[one]}\``).join(", ")}.`,
      });
    else if (found[line]) context.report("doubled-attribute", child.label!.span, `${child.label!.text} appears twice.`);
    else found[line] = child.value!;
  }
  return found;
}
